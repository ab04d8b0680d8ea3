import type { Reconciliation, ReconciliationDifference } from '@seller-connect/contract';

export const shopId = '0191d2c4-7f00-7000-8000-000000000001';

/** A comparison whose file differs in two of 21 orders. */
export const reconciliation: Reconciliation = {
  id: '0191d2c4-7f00-7000-8000-000000000009',
  shopId,
  shopName: 'Hoa Mai',
  platform: 'SHOPEE',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  fileName: 'Order.all.20261101_20261110.xlsx',
  fileHash: 'ab',
  fileBytes: 1000,
  rows: 30,
  orders: 21,
  outside: 0,
  from: '2026-11-01',
  to: '2026-11-10',
  exportedAt: '2026-11-11T05:00:00.000Z',
  reconciledAt: '2026-11-11T06:00:00.000Z',
  reconciledBy: 'Lan',
  asOf: '2026-11-11T05:30:00.000Z',
  verdict: 'mismatch',
  compared: 21,
  equal: 19,
  differing: 2,
  groups: [
    { group: 'explained', orders: 1, differences: 1, effect: '0' },
    { group: 'open', orders: 1, differences: 2, effect: '-1733' },
  ],
  totals: [{ variant: 'S1', file: '1000000', ours: '900000', equal: 19, compared: 20 }],
  reasons: [
    { kind: 'amount', reason: 'amount_differs', count: 1, effect: '1733' },
    { kind: 'only_file', reason: 'missing_with_us', count: 1, effect: '98267' },
  ],
  unknownStatuses: ['Đang bay'],
  notCompared: { statuses: 1, quantities: 0 },
  unreadable: { rows: 0, first: [] },
  refetched: 0,
  monthFirst: false,
};

export const difference: ReconciliationDifference = {
  orderId: '261101ABCDEFGH',
  kind: 'amount',
  reason: 'amount_differs',
  shopId,
  fileAmount: '101733',
  ourAmount: '100000',
  fileQuantity: null,
  ourQuantity: null,
  fileStatus: 'Hoàn thành',
  ourStage: 'completed',
  fileDay: '2026-11-01',
  ourDay: '2026-11-01',
  effect: '1733',
};
