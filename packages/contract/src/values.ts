import { Type, type Static, type TSchema } from 'typebox';

/** An instant in ISO 8601, UTC. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-11T16:00:00.000Z'] });

/** A day in the shop's calendar. */
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-11'] });

/** An exact amount as a decimal string, without its currency. */
export const Amount = Type.String({ pattern: '^-?\\d+(\\.\\d{1,4})?$', examples: ['1234567'] });

/** ISO 4217. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['VND'] });

export const Uuid = Type.String({ format: 'uuid' });

/** A value that may be missing. */
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

/** The partners, in upper case as in the specification's credential payload. */
export const Platform = Type.Enum(['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK']);
export type Platform = Static<typeof Platform>;

export const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const;

/** Page of a list: `page` counts from 1, `pageSize` defaults to 20. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export type PageQuery = Static<typeof PageQuery>;

/** A page of a list; `total` counts the whole list. */
export const paged = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
  });

/** Body of every error response. `message` is in the caller's language and can be shown as is. */
export const ApiError = Type.Object({
  statusCode: Type.Integer(),
  /** Stable, machine-readable code, such as `validation`, `unauthorized`, `state_expired`. */
  error: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  /** Messages by field name, or the values that `message` was built from. */
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type ApiError = Static<typeof ApiError>;

/** Path of a product's picture on this server; null when the marketplace gives none. */
export const PicturePath = Nullable(Type.String());
