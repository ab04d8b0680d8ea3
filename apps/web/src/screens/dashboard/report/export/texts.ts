import { language } from '../../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  currency: (currency) => `Currency: ${currency}.`,
  basis: 'Sale date',
  columns: {
    from: 'From',
    to: 'To',
    hour: 'Hour',
    previousFrom: 'From (comparison)',
    previousTo: 'To (comparison)',
    previous: (metric) => `${metric} (comparison)`,
    complete: 'Complete',
    yes: 'yes',
    no: 'no',
    events: 'Events',
    currency: 'Currency',
    basis: 'Day counted by',
    timeZone: 'Time zone',
    asOf: 'As of',
  },
};

export const texts = language === 'en' ? en : vi;
