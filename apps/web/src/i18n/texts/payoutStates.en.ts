import type { vi } from './payoutStates.vi.ts';

export const en: typeof vi = {
  not_due: 'Not due yet',
  due: 'Due',
  overdue: 'Overdue',
  matched: 'Paid in full',
  under: 'Paid short',
  over: 'Paid in excess',
  unknown: 'Nothing known',
};
