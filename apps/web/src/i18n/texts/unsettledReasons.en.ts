import type { vi } from './unsettledReasons.vi.ts';

export const en: typeof vi = {
  'awaiting package delivery': 'Waiting for delivery',
  'settlement in progress': 'Settlement in progress',
  'return or refund in progress': 'Return or refund in progress',
};
