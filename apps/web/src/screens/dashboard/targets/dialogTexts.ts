import { language } from '../../../i18n/index.ts';
import { vi } from './dialogTexts.vi.ts';

export const en: typeof vi = {
  team: 'For all shops of the team.',
  shop: (name) => `Only for the shop ${name}.`,
  month: 'Month',
  metric: 'Metric',
  amount: 'Target',
  missing: 'Enter a target',
  unreadable: 'Enter a whole amount, such as 500,000,000',
  zero: 'The target must be greater than 0',
  tooLarge: 'The target can be at most 100 trillion',
  save: 'Save target',
  remove: 'Remove target',
  saved: 'Target saved',
  removed: 'Target removed',
  failed: 'Couldn’t load the target of this month',
};

/** Texts of the dialog, which is loaded when it is opened, in the page's language. */
export const dialogTexts = language === 'en' ? en : vi;
