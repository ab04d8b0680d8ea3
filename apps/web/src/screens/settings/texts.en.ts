import type { SettingsTexts } from './texts.vi.ts';

export const en: SettingsTexts = {
  title: 'Settings',
  intro: 'How the product looks, your account, and what you want to be told.',
};
