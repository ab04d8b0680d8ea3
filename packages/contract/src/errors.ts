import { Type, type Static } from 'typebox';

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
