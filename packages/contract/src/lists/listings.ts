import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
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
import { exportFormat } from './orders.ts';

export const ListingSort = Type.Enum([
  'name',
  '-name',
  'price',
  '-price',
  'stock',
  '-stock',
  'cover',
  '-cover',
  'changedAt',
  '-changedAt',
  'sku',
  '-sku',
]);
export type ListingSort = Static<typeof ListingSort>;

const listingFilter = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  shop: Type.Optional(Uuid),
  /** Only sold-out listings. */
  soldOut: Type.Optional(Type.Boolean()),
  /** Only listings whose stock lasts for less than seven days, without those sold out. */
  lowStock: Type.Optional(Type.Boolean()),
  sort: Type.Optional(ListingSort),
};
export const ListingFilter = Type.Object(listingFilter);
export type ListingFilter = Static<typeof ListingFilter>;

export const ListingQuery = Type.Object({ ...PageQuery.properties, ...listingFilter });
export type ListingQuery = Static<typeof ListingQuery>;

/** Why days of cover are unknown. */
export const CoverMissing = Type.Union([
  /** The marketplace does not report the stock. */
  Type.Literal('stock_unknown'),
  /** Nothing was sold on the last 28 full days. */
  Type.Literal('not_sold'),
  /** Fewer than seven days are known on which it could be sold. */
  Type.Literal('short_history'),
]);
export type CoverMissing = Static<typeof CoverMissing>;

const cover = {
  /** How many days the stock lasts at the mean of units sold per day, to a tenth; null with the reason. */
  daysOfCover: Nullable(Type.Number({ minimum: 0 })),
  coverMissing: Nullable(CoverMissing),
};

/** A SKU as a shop offers it on a marketplace. */
export const Listing = Type.Object({
  shopId: Uuid,
  shopName: Type.String(),
  platform: Platform,
  /** The marketplace's product id. */
  itemId: Type.String(),
  skuId: Type.String(),
  sellerSku: Type.String(),
  name: Type.String(),
  /** As the marketplace reports it. */
  status: Type.String(),
  currency: Currency,
  price: Amount,
  specialPrice: Nullable(Amount),
  /** Null when the marketplace does not report it. */
  stock: Nullable(Type.Integer()),
  ...cover,
  changedAt: Instant,
  /** When the listing was found to be removed from the marketplace; null while it is offered. */
  goneAt: Nullable(Instant),
  picture: PicturePath,
});
export type Listing = Static<typeof Listing>;

export const ListingPage = Type.Object({
  ...paged(Listing).properties,
  /** Sums over all pages, without listings that are gone. */
  totals: Type.Object({
    stock: Type.Integer(),
    /** Listings whose stock the marketplace does not report. */
    stockUnknown: Type.Integer(),
  }),
});
export type ListingPage = Static<typeof ListingPage>;

export const ListingStockQuery = Type.Object({
  shop: Uuid,
  itemId: Type.String({ maxLength: 200 }),
  skuId: Type.String({ maxLength: 200 }),
});
export type ListingStockQuery = Static<typeof ListingStockQuery>;

/** Stock and sales of a listing on the last 90 days. */
export const ListingStock = Type.Object({
  ...cover,
  /** Units sold and the days that count of the last 28 full ones; null when nothing was sold. */
  velocity: Nullable(Type.Object({ units: Type.Integer(), days: Type.Integer() })),
  /** In order; the last one is today in the shop's time zone. */
  days: Type.Array(
    Type.Object({
      day: Day,
      /** At the end of the day, as last read; null while it was unknown. */
      stock: Nullable(Type.Integer()),
      /** Units sold by sales day. */
      units: Type.Integer(),
    }),
  ),
});
export type ListingStock = Static<typeof ListingStock>;

export const ListingChangesQuery = Type.Object({
  /** At most 100 days. */
  from: Day,
  to: Day,
  /** Comma-separated shop ids; all linked shops when absent. */
  shops: Type.Optional(Type.String({ maxLength: 4000 })),
  platform: Type.Optional(Platform),
});
export type ListingChangesQuery = Static<typeof ListingChangesQuery>;

/** A change of a listing on a day, in the time zone of its shop. */
export const ListingChange = Type.Object({
  day: Day,
  shop: Uuid,
  name: Type.String(),
  kind: Type.Enum(['sold_out', 'restocked', 'price_lowered', 'price_raised']),
  currency: Currency,
  /** What buyers pay since then, and paid before; null unless the price changed. */
  price: Nullable(Amount),
  previousPrice: Nullable(Amount),
});
export type ListingChange = Static<typeof ListingChange>;

export const listingRoutes = {
  listListingChanges: {
    ...endpoints.listListingChanges,
    summary:
      'Lists when the 20 best-selling products of some days sold out, came back or changed their price',
    access: 'session',
    status: 200,
    query: ListingChangesQuery,
    /** Newest first, at most 500. */
    response: Type.Object({ items: Type.Array(ListingChange) }),
  },
  exportListings: {
    ...endpoints.exportListings,
    summary: 'Returns all products that match the filters as a file',
    access: 'session',
    status: 200,
    query: Type.Object({ ...listingFilter, ...exportFormat }),
    response: Type.String(),
  },
  listListings: {
    ...endpoints.listListings,
    summary: 'Lists products as listed on the marketplaces',
    access: 'session',
    status: 200,
    query: ListingQuery,
    response: ListingPage,
  },
  readListingStock: {
    ...endpoints.readListingStock,
    summary: 'Returns the stock and the sales of a product by day',
    access: 'session',
    status: 200,
    query: ListingStockQuery,
    response: ListingStock,
  },
} as const satisfies Routes;
