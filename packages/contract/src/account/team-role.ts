import { Type, type Static } from 'typebox';

/** What a person may do in a seller's team: everything, everything with shops, or only look. */
export const TeamRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('member'),
  Type.Literal('viewer'),
]);
export type TeamRole = Static<typeof TeamRole>;
