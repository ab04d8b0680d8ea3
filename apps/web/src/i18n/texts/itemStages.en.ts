import type { vi } from './itemStages.vi.ts';

export const en: typeof vi = {
  unpaid: 'Unpaid',
  to_ship: 'To ship',
  shipping: 'Shipping',
  delivered: 'Delivered',
  completed: 'Completed',
  cancelled: 'Canceled',
  failed_delivery: 'Delivery failed',
  unknown: 'Unknown',
};
