import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Settings',
  intro: 'Appearance, your account, and what you’re notified about.',
};

export const texts = language === 'en' ? en : vi;
