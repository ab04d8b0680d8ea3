import { language } from '../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  copy: (what) => `Copy: ${what}`,
  copied: 'Copied',
  notCopied:
    'Your browser doesn’t allow copying. The text is selected, so you can copy it manually.',
  done: 'I’ve copied it',
};

export const texts = language === 'en' ? en : vi;
