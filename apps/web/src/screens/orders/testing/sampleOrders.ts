import type {
  Order,
  OrderCase,
  OrderCounts,
  OrderRow,
  OrderTotals,
} from '@seller-connect/contract';

/** Server responses as defined by the contract, for tests of the orders. */

export const shopId = '0191d2c4-7f00-7000-8000-000000000001';

export const head = {
  shopId,
  shopName: 'Hoa Mai',
  platform: 'LAZADA',
  orderId: '486860800000060',
  createdAt: '2026-11-11T05:00:00.000Z',
  committedAt: '2026-11-11T05:00:00.000Z',
  timeZone: 'Asia/Ho_Chi_Minh',
  stage: 'delivered',
  isSplit: false,
  isCod: true,
  currency: 'VND',
  gmv: '180000',
  netSales: '170000',
  units: 1,
  flags: [],
} satisfies Partial<OrderRow>;

export const row = (more: Partial<OrderRow> = {}): OrderRow => ({
  ...head,
  products: ['Áo thun'],
  productCount: 1,
  picture: null,
  ...more,
});

const counts: OrderCounts = {
  stages: [
    { stage: 'unpaid', orders: 2, more: false },
    { stage: 'to_ship', orders: 1234, more: false },
    { stage: 'shipping', orders: 10_000, more: true },
  ],
};

export const totals: OrderTotals = {
  totals: [
    { currency: 'USD', orders: 1, units: 1, gmv: '12.5', netSales: '0' },
    { currency: 'VND', orders: 1233, units: 2000, gmv: '345678901', netSales: '300000001' },
  ],
};

/** The answers that all lists of orders need. */
export function commonAnswer({ pathname }: URL): Response | undefined {
  if (pathname.endsWith('/shops')) return Response.json(shops);
  if (pathname.endsWith('/orders/totals')) return Response.json(totals);
  return pathname.endsWith('/orders/counts') ? Response.json(counts) : undefined;
}

export const order: Order = {
  ...head,
  paymentMethod: 'COD',
  shippingFee: '12000',
  salesDay: '2026-11-11',
  placedDay: '2026-11-11',
  cancelled: '0',
  failed: '0',
  returned: '0',
  sellerVouchers: '10000',
  changedAt: '2026-11-12T05:00:00.000Z',
  readAt: '2026-11-12T05:01:00.000Z',
  flags: ['unknown_status:beamed', 'something_new'],
  lines: [
    {
      lineId: '1',
      equalLines: 1,
      picture: null,
      sellerSku: 'AO-01',
      name: 'Áo thun',
      quantity: 1,
      listPrice: '200000',
      sellerPrice: '180000',
      sellerVoucher: '10000',
      platformVoucher: '0',
      stage: 'delivered',
      returnState: 'none',
      rawStatus: 'delivered',
      cancelledBy: null,
      outcome: 'kept',
      returnedQuantity: 0,
    },
  ],
  expected: null,
  cases: [],
  events: [{ kind: 'ordered', day: '2026-11-11', at: head.createdAt, caseId: null, paid: null }],
};

export const returnCase: OrderCase = {
  caseId: '77001',
  kind: 'return_and_refund',
  state: 'refunded',
  reason: 'PHYSICAL_DMG',
  requestedAt: '2026-11-13T05:00:00.000Z',
  decidedAt: null,
  receivedAt: null,
  refundedAt: '2026-11-15T05:00:00.000Z',
  refund: '88000',
  currency: 'VND',
  borneBy: 'seller',
  counted: '90000',
  flags: [],
  items: [
    {
      name: 'Áo thun',
      sellerSku: 'AO-01',
      quantity: 2,
      refund: '88000',
      state: 'refunded',
      rawStatus: 'REFUND_PAID',
    },
  ],
};

export const shops = { items: [], total: 0 };
