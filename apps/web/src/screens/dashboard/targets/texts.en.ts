import { pluralize } from '../../../i18n/pluralize.ts';
import type { vi } from './texts.vi.ts';

export const en: typeof vi = {
  metrics: { gmv: 'GMV', netSales: 'Net sales' },
  set: (month) => `Set a target for ${month}`,
  change: (month) => `Edit the target for ${month}`,
  month: (month) => `Target for ${month}`,
  short: (month, progress) => `Target for ${month}: ${progress}`,
  shortMetric: { gmv: 'GMV', netSales: 'net sales' },
  reached: (share, amount) => `${share} of ${amount}`,
  projected: (amount) => `Projected for the month: ${amount}`,
  needed: (amount, days) => `Needs ${amount} a day for the ${days} days left`,
  done: 'Target reached',
  loading: (days) => `${pluralize(days, 'day')} still loading`,
  about: 'How the projection works',
  aboutText:
    'The projection is the average of the month’s full days, times the days of the month. It doesn’t know campaign days to come, and there is none in the first three days.',
  dialog: {
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
  },
};
