import type { vi } from './payoutStates.vi.ts';

export const en: typeof vi = {
  not_due: 'Not due yet',
  due: 'Due',
  overdue: 'Overdue',
  matched: 'Paid in full',
  under: 'Underpaid',
  over: 'Overpaid',
  unknown: 'No payout data',
};
