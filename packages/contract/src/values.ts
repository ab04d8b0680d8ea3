import { Type, type Static, type TSchema } from 'typebox';

/** An instant: ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-11T16:00:00.000Z'] });

/** A day in the shop's own calendar. */
export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-11-11'] });

/** An exact amount as a decimal string; its currency stands beside it, never inside. */
export const Amount = Type.String({ pattern: '^-?\\d+(\\.\\d{1,4})?$', examples: ['1234567'] });

/** ISO 4217. */
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', examples: ['VND'] });

/** Which part of a list: pages count from 1, and hold 20 items unless asked otherwise. */
export const pageParameters = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

export const Uuid = Type.String({ format: 'uuid' });

/** The partners of the specification, upper-cased as its credential payload wants them. */
export const Platform = Type.Union([
  Type.Literal('LAZADA'),
  Type.Literal('SHOPEE'),
  Type.Literal('TIKI'),
  Type.Literal('TIKTOK'),
  Type.Literal('FACEBOOK'),
]);
export type Platform = Static<typeof Platform>;

export const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const;

/** Which part of a list: `page` counts from 1. */
export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
export type PageQuery = Static<typeof PageQuery>;

/** A part of a list; `total` counts all of it. */
export const paged = <T extends TSchema>(item: T) =>
  Type.Object({
    items: Type.Array(item),
    total: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
  });
