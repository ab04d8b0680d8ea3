import { Type, type Static } from 'typebox';
import { BrandStatus } from './catalogue.ts';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Amount, Currency, Day, Instant, Nullable, paged, PageQuery } from '../values.ts';

export const PriceBrand = Type.Object({
  code: Type.String(),
  name: Type.String(),
  status: BrandStatus,
});
export type PriceBrand = Static<typeof PriceBrand>;

/** A product of the company with its prices. */
export const Price = Type.Object({
  /** Unique in the company and immutable. */
  sku: Type.String({ examples: ['AO-THUN-001'] }),
  name: Type.String(),
  brand: PriceBrand,
  listPrice: Amount,
  /** The lowest price that a sale may reach. */
  floorPrice: Amount,
  currency: Currency,
  /** The day from which both prices apply. */
  validFrom: Day,
  /** Grows with every change. A save sends the version that it is based on. */
  version: Type.Integer(),
  updatedAt: Instant,
});
export type Price = Static<typeof Price>;

export const PriceSort = Type.Enum([
  'name',
  '-name',
  'sku',
  '-sku',
  'brand',
  '-brand',
  'listPrice',
  '-listPrice',
  'floorPrice',
  '-floorPrice',
  'validFrom',
  '-validFrom',
]);
export type PriceSort = Static<typeof PriceSort>;

const priceFilter = {
  /** Searches names and SKUs, ignoring case and Vietnamese diacritics. Exact matches come first. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  /** Code of a brand. */
  brand: Type.Optional(Type.String({ maxLength: 64 })),
};
export const PriceFilter = Type.Object(priceFilter);
export type PriceFilter = Static<typeof PriceFilter>;

export const PriceQuery = Type.Object({
  ...PageQuery.properties,
  ...priceFilter,
  /** A leading minus sorts in descending order. */
  sort: Type.Optional(PriceSort),
});
export type PriceQuery = Static<typeof PriceQuery>;

export const PricePage = paged(Price);
export type PricePage = Static<typeof PricePage>;

const PriceParams = Type.Object({ sku: Type.String({ maxLength: 64 }) });

/** Plain text, so that a missing field or an invalid amount gets its own message. */
const PriceFields = Type.Object({
  name: Type.String({ maxLength: 1000 }),
  brand: Type.String({ maxLength: 200 }),
  listPrice: Type.String({ maxLength: 40 }),
  floorPrice: Type.String({ maxLength: 40 }),
});

export const CreatePriceBody = Type.Partial(
  Type.Object({ sku: Type.String({ maxLength: 200 }), ...PriceFields.properties }),
);
export type CreatePriceBody = Static<typeof CreatePriceBody>;

/** Omitted fields stay unchanged. */
export const UpdatePriceBody = Type.Object({
  ...Type.Partial(PriceFields).properties,
  /** Version that the change is based on; 409 `changed_meanwhile` when it is not the latest. */
  version: Type.Integer({ minimum: 1 }),
});
export type UpdatePriceBody = Static<typeof UpdatePriceBody>;

const PriceState = Type.Object({
  name: Type.String(),
  brandCode: Type.String(),
  listPrice: Amount,
  floorPrice: Amount,
});

/** `before` is null for the creation of the price. */
export const PriceChange = Type.Object({
  version: Type.Integer(),
  changedAt: Instant,
  /** The user's name at that time. */
  changedBy: Type.String(),
  before: Nullable(PriceState),
  after: PriceState,
});
export type PriceChange = Static<typeof PriceChange>;

export const PriceChangePage = paged(PriceChange);
export type PriceChangePage = Static<typeof PriceChangePage>;

/** Brands with prices, and the number of products of each. */
export const PricedBrands = Type.Object({
  items: Type.Array(Type.Object({ ...PriceBrand.properties, products: Type.Integer() })),
  /** Brands that a product can be assigned to. */
  choices: Type.Array(PriceBrand),
  total: Type.Integer(),
});
export type PricedBrands = Static<typeof PricedBrands>;

/** A bulk change of list prices. */
export const PriceAdjustment = Type.Object({
  kind: Type.Enum(['percent', 'amount']),
  /** Signed: `-5` subtracts 5 percent, `10000` adds 10,000 VND. */
  value: Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$' }),
  /** New prices are rounded to a multiple of this amount in VND, half away from zero. */
  roundTo: Type.Union([Type.Literal(1), Type.Literal(100), Type.Literal(1000)]),
});
export type PriceAdjustment = Static<typeof PriceAdjustment>;

/** Maximum number of prices per bulk change. */
export const maxBulkPrices = 2000;

export const PreviewPricesBody = Type.Object({
  adjustment: PriceAdjustment,
  /** Either selected SKUs, or all prices that match a filter. */
  skus: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: maxBulkPrices }),
  ),
  filter: Type.Optional(PriceFilter),
});
export type PreviewPricesBody = Static<typeof PreviewPricesBody>;

const PriceVersions = Type.Array(
  Type.Object({ sku: Type.String({ maxLength: 64 }), version: Type.Integer({ minimum: 1 }) }),
  { minItems: 1, maxItems: maxBulkPrices },
);

export const ChangePricesBody = Type.Object({
  adjustment: PriceAdjustment,
  /** SKUs with the versions of the preview, so that a price that changed since is not overwritten. */
  items: PriceVersions,
});
export type ChangePricesBody = Static<typeof ChangePricesBody>;

export const RestorePricesBody = Type.Object({
  /** SKUs with the versions that a change has resulted in. */
  items: PriceVersions,
});
export type RestorePricesBody = Static<typeof RestorePricesBody>;

export const PriceOutcome = Type.Union([
  Type.Literal('changed'),
  /** The change results in the same price. */
  Type.Literal('unchanged'),
  Type.Literal('below_floor'),
  Type.Literal('too_high'),
  Type.Literal('changed_meanwhile'),
  Type.Literal('not_found'),
]);
export type PriceOutcome = Static<typeof PriceOutcome>;

export const PriceChangeResult = Type.Object({
  sku: Type.String(),
  /** Null when the product no longer exists. */
  name: Nullable(Type.String()),
  before: Nullable(Amount),
  /** The resulting price, even when it is not allowed. */
  after: Nullable(Amount),
  version: Type.Integer(),
  outcome: PriceOutcome,
  /** Why the price was not changed, in the caller's language; empty when it was. */
  message: Type.String(),
});
export type PriceChangeResult = Static<typeof PriceChangeResult>;

/** Outcome per price of a bulk change or its preview. */
export const PriceChangeReport = Type.Object({
  items: Type.Array(PriceChangeResult),
  total: Type.Integer(),
  changed: Type.Integer(),
});
export type PriceChangeReport = Static<typeof PriceChangeReport>;

const access = { access: 'identity', permission: 'ppm:all:all' } as const;

export const pricingRoutes = {
  listPrices: {
    ...endpoints.listPrices,
    ...access,
    summary: 'Lists prices with search, filters, sorting, and pagination',
    status: 200,
    query: PriceQuery,
    response: PricePage,
  },
  createPrice: {
    ...endpoints.createPrice,
    ...access,
    summary: 'Adds a product to the price list',
    status: 201,
    body: CreatePriceBody,
    response: Price,
  },
  pricedBrands: {
    ...endpoints.pricedBrands,
    ...access,
    summary: 'Lists the brands available for filtering the price list and adding products',
    status: 200,
    response: PricedBrands,
  },
  previewPrices: {
    ...endpoints.previewPrices,
    ...access,
    summary: 'Previews a bulk price change without applying it',
    status: 200,
    body: PreviewPricesBody,
    response: PriceChangeReport,
  },
  changePrices: {
    ...endpoints.changePrices,
    ...access,
    summary: 'Applies a bulk price change; prices that changed in the meantime are skipped',
    status: 200,
    body: ChangePricesBody,
    response: PriceChangeReport,
  },
  restorePrices: {
    ...endpoints.restorePrices,
    ...access,
    summary: 'Undoes a bulk price change; prices that changed in the meantime are skipped',
    status: 200,
    body: RestorePricesBody,
    response: PriceChangeReport,
  },
  getPrice: {
    ...endpoints.getPrice,
    ...access,
    summary: 'Returns a product with its price',
    status: 200,
    params: PriceParams,
    response: Price,
  },
  updatePrice: {
    ...endpoints.updatePrice,
    ...access,
    summary: 'Updates a product or its price; fails if it changed in the meantime',
    status: 200,
    params: PriceParams,
    body: UpdatePriceBody,
    response: Price,
  },
  priceHistory: {
    ...endpoints.priceHistory,
    ...access,
    summary: 'Lists a price’s changes, newest first',
    status: 200,
    params: PriceParams,
    query: PageQuery,
    response: PriceChangePage,
  },
} as const satisfies Routes;
