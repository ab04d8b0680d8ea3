import type { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Settings',
  intro: 'Appearance, your account, and what you’re notified about.',
};
