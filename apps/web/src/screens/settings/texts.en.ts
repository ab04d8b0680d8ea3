import type { SettingsTexts } from './texts.vi.ts';

export const en: SettingsTexts = {
  title: 'Settings',
  intro: 'Appearance, your account, and what you’re notified about.',
};
