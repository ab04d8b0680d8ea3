import type { ReferTexts } from './texts.vi.ts';

export const en: ReferTexts = {
  title: 'Invalid refer',
  text: 'This link has expired, was changed, or was not made by a reporting tool of yours.',
  what: 'Go back to the reporting tool and open a new link, or go straight to Seller Connect.',
};
