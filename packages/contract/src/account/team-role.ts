import { Type, type Static } from 'typebox';

/** Role in a seller's team. Owners may do everything, members manage shops, viewers only read. */
export const TeamRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('member'),
  Type.Literal('viewer'),
]);
export type TeamRole = Static<typeof TeamRole>;
