import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { PayoutState } from './money.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Day,
  Instant,
  paged,
  pageParameters,
  Platform,
  Uuid,
} from '../values.ts';

/** How far an order or a line of it has come; `unknown` for a status that nobody here has heard of. */
export const OrderStage = Type.Union([
  Type.Literal('unpaid'),
  Type.Literal('to_ship'),
  Type.Literal('shipping'),
  Type.Literal('delivered'),
  Type.Literal('completed'),
  Type.Literal('cancelled'),
  Type.Literal('failed_delivery'),
  Type.Literal('unknown'),
]);
export type OrderStage = Static<typeof OrderStage>;

const orderFields = {
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** The marketplace's own number. */
  orderId: Type.String(),
  createdAt: Instant,
  /** When it became a sale (COD: placed; prepaid: paid); null while it is not one. */
  committedAt: Type.Union([Instant, Type.Null()]),
  timeZone: Type.String(),
  stage: OrderStage,
  /** Its lines have come differently far. */
  isSplit: Type.Boolean(),
  isCod: Type.Boolean(),
  currency: Currency,
  /** Σ seller price of all lines: what it adds to GMV once it is a sale. */
  gmv: Amount,
  /** What it adds to net sales once it is a sale. */
  netSales: Amount,
  /** Kept pieces. */
  units: Type.Integer(),
  /** What is odd about it, as codes; usually empty. */
  flags: Type.Array(Type.String()),
};

export const OrderRow = Type.Object({
  ...orderFields,
  /** Its products by their part of the order's value, the largest first; at most three. */
  products: Type.Array(Type.String()),
  /** How many different products it has. */
  productCount: Type.Integer(),
});
export type OrderRow = Static<typeof OrderRow>;

/** By which of its days an order is listed: when it was placed (`created`), or when it became a sale (`committed`). */
export const OrderBasis = Type.Union([Type.Literal('created'), Type.Literal('committed')]);
export type OrderBasis = Static<typeof OrderBasis>;

/**
 * What a report counts a line as. Exactly one of them: `failed` was not delivered, `returned` came back, and what is
 * neither of these nor cancelled is `kept`.
 */
export const ItemOutcome = Type.Union([
  Type.Literal('kept'),
  Type.Literal('cancelled'),
  Type.Literal('failed'),
  Type.Literal('returned'),
]);
export type ItemOutcome = Static<typeof ItemOutcome>;

/** How far the money of a sale is; `settled`: something is paid out, whether it is right or not. */
export const OrderPayout = Type.Union([PayoutState, Type.Literal('settled')]);
export type OrderPayout = Static<typeof OrderPayout>;

/** What only sales can be narrowed to: whichever is given, days are those of the sale. */
const saleFilter = {
  payout: Type.Optional(OrderPayout),
  /** Only sales with worth in such lines; `kept`: with any such line. */
  outcome: Type.Optional(ItemOutcome),
  /** Only what became a sale in this hour of the shop's clock. */
  hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  /** Only sales that hold this product, by the id that a report of products tells. */
  sku: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  /** Only sales in this currency: a report is in one. */
  currency: Type.Optional(Currency),
};

const orderFilter = {
  /** An order's number, a seller's SKU, or words of a product's name; marks and letter case do not matter. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  shop: Type.Optional(Uuid),
  /** Only the shops on this marketplace. */
  platform: Type.Optional(Platform),
  stage: Type.Optional(OrderStage),
  /** Which day `from`, `to` and the order of the list are about; when orders were placed unless told otherwise. */
  basis: Type.Optional(OrderBasis),
  ...saleFilter,
  /** First day, in the shop's own calendar. */
  from: Type.Optional(Day),
  /** Last day, included. */
  to: Type.Optional(Day),
  /** Only orders that something is odd about. */
  odd: Type.Optional(Type.Boolean()),
};
export const OrderFilter = Type.Object(orderFilter);
export type OrderFilter = Static<typeof OrderFilter>;

/** Whether a list is one of sales by their sales days: what is asked for only sales have. */
export function isSalesQuery({
  basis,
  payout,
  outcome,
  hour,
  sku,
  currency,
}: OrderFilter): boolean {
  const isNarrowed = [payout, outcome, hour, sku, currency].some((each) => each !== undefined);
  return isNarrowed || basis === 'committed';
}

export const OrderQuery = Type.Object({ ...pageParameters, ...orderFilter });
export type OrderQuery = Static<typeof OrderQuery>;

/** More than this are not counted: `total` stays at it, and `more` says so. */
export const maxCountedOrders = 10_000;
/** Of a search for a product: the newest. */
export const maxFoundOrders = 1000;

export const OrderList = Type.Object({
  ...paged(OrderRow).properties,
  /** There are more than `total`. */
  more: Type.Boolean(),
  /** The name of the product that the list is narrowed to by its id; null where it is not, or nobody knows the product. */
  product: Type.Union([Type.String(), Type.Null()]),
});
export type OrderList = Static<typeof OrderList>;

/** One line, or several of one product at one price in one state: some marketplaces tell a line for each piece. */
export const OrderLine = Type.Object({
  /** Of the first one. */
  lineId: Type.String(),
  /** How many lines it stands for. */
  equalLines: Type.Integer(),
  sellerSku: Type.String(),
  name: Type.String(),
  quantity: Type.Integer(),
  /** For the whole quantity, before the seller's own price cut. */
  listPrice: Amount,
  /** What the seller asks for the whole quantity, before vouchers. */
  sellerPrice: Amount,
  sellerVoucher: Amount,
  platformVoucher: Amount,
  stage: OrderStage,
  returnState: Type.String(),
  /** Pieces that came back, as its own status or the order's cases say; they count as returned. */
  returnedQuantity: Type.Integer(),
  /** The status in the marketplace's own words. */
  rawStatus: Type.String(),
  cancelledBy: Type.Union([
    Type.Literal('buyer'),
    Type.Literal('seller'),
    Type.Literal('system'),
    Type.Null(),
  ]),
  /** Which of the four a report counts it as; of one that came back in part, the rest. */
  outcome: ItemOutcome,
});
export type OrderLine = Static<typeof OrderLine>;

/** How far a case is; `unknown` for a status that nobody here has heard of: it counts as open. */
export const OrderCaseState = Type.Union([
  Type.Literal('requested'),
  Type.Literal('approved'),
  Type.Literal('in_transit'),
  Type.Literal('received'),
  Type.Literal('refunded'),
  Type.Literal('rejected'),
  Type.Literal('cancelled'),
  Type.Literal('unknown'),
]);
export type OrderCaseState = Static<typeof OrderCaseState>;

/** What a buyer demanded after the sale, as it stands; or goods that never reached one and come back. */
export const OrderCase = Type.Object({
  /** The marketplace's own number. */
  caseId: Type.String(),
  kind: Type.Union([
    Type.Literal('refund_only'),
    Type.Literal('return_and_refund'),
    Type.Literal('replacement'),
    Type.Literal('undelivered'),
    Type.Literal('unknown'),
  ]),
  state: OrderCaseState,
  /** In the marketplace's words, or its code; empty where it tells none. */
  reason: Type.String(),
  requestedAt: Instant,
  /** When it was agreed or refused, the goods were back, the buyer had the money; null where it is not told. */
  decidedAt: Type.Union([Instant, Type.Null()]),
  receivedAt: Type.Union([Instant, Type.Null()]),
  refundedAt: Type.Union([Instant, Type.Null()]),
  /** What the buyer gets back. */
  refund: Amount,
  currency: Currency,
  /** Who pays the refund; null where the marketplace does not tell. */
  borneBy: Type.Union([Type.Literal('seller'), Type.Literal('platform'), Type.Null()]),
  /** What the report takes off for it, at the seller's price; 0 while nothing came back. */
  counted: Amount,
  /** Of one product in one state as one. */
  items: Type.Array(
    Type.Object({
      /** Of the line or product that it is about; empty where the order has no such line. */
      name: Type.String(),
      sellerSku: Type.String(),
      quantity: Type.Integer(),
      refund: Amount,
      state: OrderCaseState,
      /** The status in the marketplace's own words. */
      rawStatus: Type.String(),
    }),
  ),
});
export type OrderCase = Static<typeof OrderCase>;

export const Order = Type.Object({
  ...orderFields,
  paymentMethod: Type.String(),
  shippingFee: Amount,
  /** The day of the shop's calendar that it counts on; null while it is not a sale. */
  salesDay: Type.Union([Day, Type.Null()]),
  placedDay: Day,
  cancelled: Amount,
  failed: Amount,
  returned: Amount,
  sellerVouchers: Amount,
  /** When the marketplace last changed it, and when we read that. */
  changedAt: Instant,
  readAt: Instant,
  lines: Type.Array(OrderLine),
  /** What the marketplace itself expects to pay for it; null once something is booked, and where it tells no such thing. */
  expected: Type.Union([
    Type.Object({
      amount: Amount,
      /** Why nothing is booked yet, and when it expects to; in its words, empty where it tells none. */
      reason: Type.String(),
      until: Type.String(),
      readAt: Instant,
    }),
    Type.Null(),
  ]),
  /** The newest first. */
  cases: Type.Array(OrderCase),
});
export type Order = Static<typeof Order>;

/** One version of an answer of the marketplace, word for word but for the buyer. */
export const RawResponse = Type.Object({
  /** Which part of the order: its head, or its lines. */
  part: Type.String(),
  readAt: Instant,
  /** When the marketplace says it was changed. */
  changedAt: Type.Union([Instant, Type.Null()]),
  /** JSON text; what it told of the buyer is left out. */
  payload: Type.String(),
});
export const RawResponses = Type.Object({ items: Type.Array(RawResponse), total: Type.Integer() });
export type RawResponses = Static<typeof RawResponses>;

export const ListingSort = Type.Union([
  Type.Literal('name'),
  Type.Literal('-name'),
  Type.Literal('price'),
  Type.Literal('-price'),
  Type.Literal('stock'),
  Type.Literal('-stock'),
  Type.Literal('changedAt'),
  Type.Literal('-changedAt'),
]);
export type ListingSort = Static<typeof ListingSort>;

const listingFilter = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  shop: Type.Optional(Uuid),
  /** Only those that are sold out. */
  soldOut: Type.Optional(Type.Boolean()),
  sort: Type.Optional(ListingSort),
};
export const ListingFilter = Type.Object(listingFilter);
export type ListingFilter = Static<typeof ListingFilter>;

export const ListingQuery = Type.Object({ ...pageParameters, ...listingFilter });
export type ListingQuery = Static<typeof ListingQuery>;

/** A SKU as it is offered on a marketplace. */
export const Listing = Type.Object({
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** The marketplace's own number of the product. */
  itemId: Type.String(),
  skuId: Type.String(),
  sellerSku: Type.String(),
  name: Type.String(),
  /** In the marketplace's own words. */
  status: Type.String(),
  currency: Currency,
  price: Amount,
  specialPrice: Type.Union([Amount, Type.Null()]),
  /** Null where the marketplace does not tell. */
  stock: Type.Union([Type.Integer(), Type.Null()]),
  changedAt: Instant,
  /** When it was found that the marketplace does not offer it any more; null while it does. */
  goneAt: Type.Union([Instant, Type.Null()]),
});
export type Listing = Static<typeof Listing>;

export const ListingPage = paged(Listing);
export type ListingPage = Static<typeof ListingPage>;

/** A workbook, or CSV with a byte-order mark, without which Excel on Windows misreads Vietnamese. */
const exportFormat = {
  format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
};

const orderPath = Type.Object({ shopId: Uuid, orderId: Type.String({ maxLength: 64 }) });

export const orderRoutes = {
  listOrders: {
    ...endpoints.listOrders,
    summary: 'Orders that were read, the newest first',
    access: 'session',
    status: 200,
    query: OrderQuery,
    response: OrderList,
  },
  getOrder: {
    ...endpoints.getOrder,
    summary: 'One order with its lines, its returns and refunds, and how it counts',
    access: 'session',
    status: 200,
    params: orderPath,
    response: Order,
  },
  exportOrders: {
    ...endpoints.exportOrders,
    summary: 'All orders of such a list as a file, shop by shop',
    access: 'session',
    status: 200,
    query: Type.Object({ ...orderFilter, ...exportFormat }),
    response: Type.String(),
  },
  exportListings: {
    ...endpoints.exportListings,
    summary: 'All products of such a list as a file',
    access: 'session',
    status: 200,
    query: Type.Object({ ...listingFilter, ...exportFormat }),
    response: Type.String(),
  },
  orderAnswers: {
    ...endpoints.orderAnswers,
    summary:
      'What the marketplace answered about an order, word for word, without the buyer’s personal data',
    access: 'session',
    team: 'member',
    status: 200,
    params: orderPath,
    response: RawResponses,
  },
  listListings: {
    ...endpoints.listListings,
    summary: 'Products as they are offered on the marketplaces',
    access: 'session',
    status: 200,
    query: ListingQuery,
    response: ListingPage,
  },
} as const satisfies Routes;
