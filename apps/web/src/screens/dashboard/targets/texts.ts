import { pluralize } from '../../../i18n/pluralize.ts';
import { language } from '../../../i18n/index.ts';
import { vi } from './texts.vi.ts';

export const en: typeof vi = {
  metrics: { gmv: 'GMV', netSales: 'Net sales' },
  set: (month) => `Set a target for ${month}`,
  change: (month) => `Edit the target for ${month}`,
  month: (month) => `Target for ${month}`,
  short: (month, progress) => `Target for ${month}: ${progress}`,
  shortMetric: { gmv: 'GMV', netSales: 'net sales' },
  reached: (share, amount) => `${share} of ${amount}`,
  projected: (amount) => `Projected for the month: ${amount}`,
  needed: (amount, days) => `Needs ${amount} a day for the ${pluralize(days, 'day')} left`,
  done: 'Target reached',
  loading: (days) => `${pluralize(days, 'day')} still loading`,
  about: 'How the projection works',
  aboutText:
    'The projection is the average of the month’s full days, times the days of the month. It doesn’t know campaign days to come, and there is none in the first three days.',
};

export const texts = language === 'en' ? en : vi;
