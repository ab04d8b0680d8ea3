import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import {
  Amount,
  Currency,
  Instant,
  paged,
  PageQuery,
  PicturePath,
  Platform,
  Uuid,
} from '../values.ts';
import { exportFormat } from './orders.ts';

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
  /** Only sold-out listings. */
  soldOut: Type.Optional(Type.Boolean()),
  sort: Type.Optional(ListingSort),
};
export const ListingFilter = Type.Object(listingFilter);
export type ListingFilter = Static<typeof ListingFilter>;

export const ListingQuery = Type.Object({ ...PageQuery.properties, ...listingFilter });
export type ListingQuery = Static<typeof ListingQuery>;

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
  specialPrice: Type.Union([Amount, Type.Null()]),
  /** Null when the marketplace does not report it. */
  stock: Type.Union([Type.Integer(), Type.Null()]),
  changedAt: Instant,
  /** When the listing was found to be removed from the marketplace; null while it is offered. */
  goneAt: Type.Union([Instant, Type.Null()]),
  picture: PicturePath,
});
export type Listing = Static<typeof Listing>;

export const ListingPage = paged(Listing);
export type ListingPage = Static<typeof ListingPage>;

export const listingRoutes = {
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
} as const satisfies Routes;
