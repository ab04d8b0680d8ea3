import { language } from '../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  title: 'Invalid refer',
  text: 'This link has expired, was changed, or wasn’t created by one of your reporting tools.',
  what: 'Go back to your reporting tool and open a new link, or go straight to Seller Connect.',
};

export const texts = language === 'en' ? en : vi;
