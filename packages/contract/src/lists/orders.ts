import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { PayoutState } from '../reports/money.ts';
import { OrderCase } from './order-cases.ts';
import { OrderEvent } from './order-events.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Day,
  Instant,
  Nullable,
  paged,
  PageQuery,
  PicturePath,
  Platform,
  Uuid,
} from '../values.ts';

/** Stage of an order or a line; `unknown` for a status that is not mapped. */
export const OrderStage = Type.Enum([
  'unpaid',
  'to_ship',
  'shipping',
  'delivered',
  'completed',
  'cancelled',
  'failed_delivery',
  'unknown',
]);
export type OrderStage = Static<typeof OrderStage>;

const orderFields = {
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** The marketplace's order number. */
  orderId: Type.String(),
  createdAt: Instant,
  /** When it became a sale (COD: placed; prepaid: paid); null before. */
  committedAt: Nullable(Instant),
  timeZone: Type.String(),
  stage: OrderStage,
  /** Whether its lines are in different stages. */
  isSplit: Type.Boolean(),
  isCod: Type.Boolean(),
  currency: Currency,
  /** Σ seller price of all lines: its share of GMV once it is a sale. */
  gmv: Amount,
  /** Its share of net sales once it is a sale. */
  netSales: Amount,
  /** Units of kept items. */
  units: Type.Integer(),
  /** Codes of anomalies; usually empty. */
  flags: Type.Array(Type.String()),
};

export const OrderRow = Type.Object({
  ...orderFields,
  /** Picture of the first product. */
  picture: PicturePath,
  /** Up to three product names, by descending share of the order's value. */
  products: Type.Array(Type.String()),
  /** Number of distinct products. */
  productCount: Type.Integer(),
});
export type OrderRow = Static<typeof OrderRow>;

/** The day by which orders are listed: when they were placed (`created`) or became sales (`committed`). */
export const OrderBasis = Type.Enum(['created', 'committed']);
export type OrderBasis = Static<typeof OrderBasis>;

/**
 * What a report counts an item as. `failed` was not delivered, `returned` came back, and what is neither of these nor
 * cancelled is `kept`.
 */
export const ItemOutcome = Type.Enum(['kept', 'cancelled', 'failed', 'returned']);
export type ItemOutcome = Static<typeof ItemOutcome>;

/** Payout state of a sale; `settled`: something is paid out, whether the amount is right or not. */
export const OrderPayout = Type.Union([PayoutState, Type.Literal('settled')]);
export type OrderPayout = Static<typeof OrderPayout>;

/** Filters that apply only to sales. If any is set, `from` and `to` refer to the sales day. */
const saleFilter = {
  payout: Type.Optional(OrderPayout),
  /** Only sales with a value in items of this outcome; for `kept`, with any such item. */
  outcome: Type.Optional(ItemOutcome),
  /** Only orders that became sales in this hour of the shop's clock. */
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  /** Only orders that became sales before this time of the shop's clock, on the day `to`. */
  until: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$|^24:00$' })),
  /** Only sales of this product, by its `id` in the product report. */
  sku: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /**
   * Only sales of products that buyers kept in the days `from` to `to` and in the days `alsoFrom` to `alsoTo` (`both`),
   * or not in the latter (`only`). Without effect without all of these days, and with `sku`.
   */
  also: Type.Optional(Type.Enum(['both', 'only'])),
  alsoFrom: Type.Optional(Day),
  alsoTo: Type.Optional(Day),
  /** Only sales in this currency, since a report has one currency. */
  currency: Type.Optional(Currency),
};

const orderFilter = {
  /** Order number, seller SKU, or words of a product name; ignores case and diacritics. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  shop: Type.Optional(Uuid),
  /** Comma-separated shop ids, as in a report. Without effect with `shop`. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  /** Only the shops on this marketplace. */
  platform: Type.Optional(Platform),
  stage: Type.Optional(OrderStage),
  /** The day that `from`, `to` and the sort order refer to; defaults to `created`. */
  basis: Type.Optional(OrderBasis),
  ...saleFilter,
  /** First day, in the shop's calendar. */
  from: Type.Optional(Day),
  /** Last day, inclusive. */
  to: Type.Optional(Day),
  /** Only orders with anomalies. */
  odd: Type.Optional(Type.Boolean()),
};
export const OrderFilter = Type.Object(orderFilter);
export type OrderFilter = Static<typeof OrderFilter>;

/**
 * Returns whether a query selects sales by sales day: it uses the `committed` basis or a filter that only sales have.
 */
export function isSalesQuery({
  basis,
  payout,
  outcome,
  hour,
  until,
  sku,
  also,
  currency,
}: OrderFilter): boolean {
  const isNarrowed = [payout, outcome, hour, until, sku, also, currency].some(
    (each) => each !== undefined,
  );
  return isNarrowed || basis === 'committed';
}

/** A leading minus means descending. `time` is the one of the basis; amounts of different currencies are kept apart. */
export const OrderSort = Type.Enum([
  'time',
  '-time',
  'gmv',
  '-gmv',
  'netSales',
  '-netSales',
  'units',
  '-units',
]);
export type OrderSort = Static<typeof OrderSort>;

export const OrderQuery = Type.Object({
  ...PageQuery.properties,
  ...orderFilter,
  /** Defaults to `-time`. Every other order of more than `maxSummedOrders` orders is refused, except by time. */
  sort: Type.Optional(OrderSort),
});
export type OrderQuery = Static<typeof OrderQuery>;

/** Counting stops here: `total` stays at this number, and `more` is true. */
export const maxCountedOrders = 10_000;
/** More orders than these are neither added up nor sorted by an amount. */
export const maxSummedOrders = 100_000;
/** A product search returns only this many of the newest orders. */
export const maxFoundOrders = 1000;

export const OrderList = Type.Object({
  ...paged(OrderRow).properties,
  /** Whether there are more orders than `total`. */
  more: Type.Boolean(),
  /** Name of the product in the filter `sku`; null without the filter or when the product is unknown. */
  product: Nullable(Type.String()),
});
export type OrderList = Static<typeof OrderList>;

/** Sums over all orders of a list, on whatever page they are; null when there are too many to add up. */
export const OrderTotals = Type.Object({
  totals: Nullable(
    Type.Array(
      Type.Object({
        currency: Currency,
        orders: Type.Integer(),
        units: Type.Integer(),
        gmv: Amount,
        /** Of those orders that are sales. */
        netSales: Amount,
      }),
    ),
  ),
});
export type OrderTotals = Static<typeof OrderTotals>;

const { stage: _stage, ...filterOfAnyStage } = orderFilter;

/** Filters of the counts: those of the list, except the stage. */
export const OrderCountQuery = Type.Object(filterOfAnyStage);
export type OrderCountQuery = Static<typeof OrderCountQuery>;

const BoundedCount = Type.Object({
  orders: Type.Integer(),
  /** Whether there are more orders than `orders`. */
  more: Type.Boolean(),
});

/** Number of orders in every stage, counted like `total` of the list. */
export const OrderCounts = Type.Object({
  stages: Type.Array(Type.Object({ stage: OrderStage, ...BoundedCount.properties })),
});
export type OrderCounts = Static<typeof OrderCounts>;

/** What waits for the seller, over all shops of the team. */
export const Todo = Type.Object({
  /** Orders that are to be handed over to the carrier. */
  toShip: BoundedCount,
  /** Sales of the days `from` to `to` whose payout is overdue. */
  overdue: Type.Object({ ...BoundedCount.properties, from: Day, to: Day }),
  /** Offered SKUs without stock. */
  soldOut: Type.Integer(),
  /** Offered SKUs that are sold out within seven days at their present pace. */
  lowStock: Type.Integer(),
});
export type Todo = Static<typeof Todo>;

/** A line, or several equal ones (same product, price and state): some marketplaces report one line per unit. */
export const OrderLine = Type.Object({
  /** Id of the first line. */
  lineId: Type.String(),
  /** Number of merged lines. */
  equalLines: Type.Integer(),
  picture: PicturePath,
  sellerSku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  /** For the whole quantity, before the seller's own discount. */
  listPrice: Amount,
  /** The seller's price of the whole quantity, before vouchers. */
  sellerPrice: Amount,
  sellerVoucher: Amount,
  platformVoucher: Amount,
  stage: OrderStage,
  returnState: Type.String(),
  /** Returned units according to the line's status or the order's return cases. */
  returnedQuantity: Type.Integer(),
  /** Status as the marketplace reports it. */
  rawStatus: Type.String(),
  cancelledBy: Nullable(Type.Enum(['buyer', 'seller', 'system'])),
  /** Outcome that the report counts; for a partly returned line, that of the rest. */
  outcome: ItemOutcome,
});
export type OrderLine = Static<typeof OrderLine>;

export const Order = Type.Object({
  ...orderFields,
  paymentMethod: Type.String(),
  shippingFee: Amount,
  /** The sales day in the shop's calendar; null while it is not a sale. */
  salesDay: Nullable(Day),
  placedDay: Day,
  cancelled: Amount,
  failed: Amount,
  returned: Amount,
  sellerVouchers: Amount,
  /** When the marketplace last changed it, and when we fetched that change. */
  changedAt: Instant,
  readAt: Instant,
  lines: Type.Array(OrderLine),
  /** Payout that the marketplace expects; null once something is booked and when it gives no estimate. */
  expected: Nullable(
    Type.Object({
      amount: Amount,
      /**
       * Why nothing is booked yet, and the expected time, as the marketplace reports them; empty when it gives none.
       */
      reason: Type.String(),
      until: Type.String(),
      readAt: Instant,
    }),
  ),
  /** Newest first. */
  cases: Type.Array(OrderCase),
  /** Oldest first; without those whose time is unknown. */
  events: Type.Array(OrderEvent),
});
export type Order = Static<typeof Order>;

/** One version of a marketplace response, verbatim except for redacted buyer data. */
const RawResponse = Type.Object({
  /** Part of the order: its head or its lines. */
  part: Type.String(),
  readAt: Instant,
  /** Time of the change according to the marketplace. */
  changedAt: Nullable(Instant),
  /** JSON text without buyer data. */
  payload: Type.String(),
});
export const RawResponses = Type.Object({ items: Type.Array(RawResponse), total: Type.Integer() });
export type RawResponses = Static<typeof RawResponses>;

/** XLSX, or CSV with a byte-order mark, without which Excel on Windows garbles Vietnamese. */
export const exportFormat = {
  format: Type.Optional(Type.Enum(['xlsx', 'csv'])),
  /** The columns of the file in their order, separated by commas; all by default. */
  fields: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[a-z_]+(,[a-z_]+)*$' })),
};

const orderPath = Type.Object({ shopId: Uuid, orderId: Type.String({ maxLength: 64 }) });

export const orderRoutes = {
  listOrders: {
    ...endpoints.listOrders,
    summary: 'Lists synced orders, newest first by default',
    access: 'session',
    status: 200,
    query: OrderQuery,
    response: OrderList,
  },
  countOrders: {
    ...endpoints.countOrders,
    summary: 'Counts orders by stage',
    access: 'session',
    status: 200,
    query: OrderCountQuery,
    response: OrderCounts,
  },
  openPicture: {
    ...endpoints.openPicture,
    summary: 'Returns the picture of a product, by a link of this server',
    access: 'public',
    status: 200,
    query: Type.Object({
      of: Type.String({ maxLength: 3000 }),
      key: Type.String({ maxLength: 64 }),
    }),
    response: Type.String(),
  },
  readTodo: {
    ...endpoints.readTodo,
    summary: 'Counts what waits for the seller',
    access: 'session',
    status: 200,
    response: Todo,
  },
  getOrder: {
    ...endpoints.getOrder,
    summary: 'Returns an order with its items, returns, and refunds, and how it counts in reports',
    access: 'session',
    status: 200,
    params: orderPath,
    response: Order,
  },
  sumOrders: {
    ...endpoints.sumOrders,
    summary: 'Adds up the amounts of all orders that match the filters, by currency',
    access: 'session',
    status: 200,
    query: OrderFilter,
    response: OrderTotals,
  },
  exportOrders: {
    ...endpoints.exportOrders,
    summary: 'Returns all orders that match the filters as a file, shop by shop',
    access: 'session',
    status: 200,
    query: Type.Object({ ...orderFilter, ...exportFormat }),
    response: Type.String(),
  },
  orderAnswers: {
    ...endpoints.orderAnswers,
    summary:
      'Returns the marketplace’s original responses about an order, without the buyer’s personal data',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: orderPath,
    response: RawResponses,
  },
} as const satisfies Routes;
