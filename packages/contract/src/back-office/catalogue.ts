import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, paged, PageQuery } from '../values.ts';

/** Section 3 of the specification. */
export const BrandStatus = Type.Enum(['Active', 'Inactive']);
export type BrandStatus = Static<typeof BrandStatus>;

export const Brand = Type.Object({
  /** Unique in the company and immutable: URLs and price lists refer to it. */
  code: Type.String({ examples: ['HOA-MAI'] }),
  name: Type.String(),
  status: BrandStatus,
  /** Grows with every change. A save sends the version that it is based on. */
  version: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Brand = Static<typeof Brand>;

export const BrandSort = Type.Enum([
  'name',
  '-name',
  'code',
  '-code',
  'status',
  '-status',
  'updatedAt',
  '-updatedAt',
]);
export type BrandSort = Static<typeof BrandSort>;

export const BrandQuery = Type.Object({
  ...PageQuery.properties,
  /** Searches names and codes, ignoring case and Vietnamese diacritics. Exact matches come first. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  status: Type.Optional(BrandStatus),
  /** A leading minus sorts in descending order. */
  sort: Type.Optional(BrandSort),
});
export type BrandQuery = Static<typeof BrandQuery>;

export const BrandPage = paged(Brand);
export type BrandPage = Static<typeof BrandPage>;

const BrandParams = Type.Object({ code: Type.String({ maxLength: 64 }) });

/** All fields are optional here, so that a missing one gets its own message. */
export const CreateBrandBody = Type.Partial(
  Type.Object({
    name: Type.String({ maxLength: 1000 }),
    code: Type.String({ maxLength: 200 }),
    status: BrandStatus,
  }),
);
export type CreateBrandBody = Static<typeof CreateBrandBody>;

/** Omitted fields stay unchanged. */
export const UpdateBrandBody = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  status: Type.Optional(BrandStatus),
  /** Version that the change is based on; 409 `changed_meanwhile` when it is not the latest. */
  version: Type.Integer({ minimum: 1 }),
});
export type UpdateBrandBody = Static<typeof UpdateBrandBody>;

const BrandFields = Type.Object({ name: Type.String(), status: BrandStatus });

/** `before` is null for the creation of the brand. */
export const BrandChange = Type.Object({
  version: Type.Integer(),
  changedAt: Instant,
  /** The user's name at that time. */
  changedBy: Type.String(),
  before: Nullable(BrandFields),
  after: BrandFields,
});
export type BrandChange = Static<typeof BrandChange>;

export const BrandChangePage = paged(BrandChange);
export type BrandChangePage = Static<typeof BrandChangePage>;

const access = { access: 'identity', permission: 'catalog:all:all' } as const;

export const catalogueRoutes = {
  listBrands: {
    ...endpoints.listBrands,
    ...access,
    summary: 'Lists brands with search, filters, sorting, and pagination',
    status: 200,
    query: BrandQuery,
    response: BrandPage,
  },
  createBrand: {
    ...endpoints.createBrand,
    ...access,
    summary: 'Creates a brand',
    status: 201,
    body: CreateBrandBody,
    response: Brand,
  },
  getBrand: {
    ...endpoints.getBrand,
    ...access,
    summary: 'Returns a brand',
    status: 200,
    params: BrandParams,
    response: Brand,
  },
  updateBrand: {
    ...endpoints.updateBrand,
    ...access,
    summary: 'Updates a brand’s name or status; fails if it changed in the meantime',
    status: 200,
    params: BrandParams,
    body: UpdateBrandBody,
    response: Brand,
  },
  brandHistory: {
    ...endpoints.brandHistory,
    ...access,
    summary: 'Lists a brand’s changes, newest first',
    status: 200,
    params: BrandParams,
    query: PageQuery,
    response: BrandChangePage,
  },
} as const satisfies Routes;
