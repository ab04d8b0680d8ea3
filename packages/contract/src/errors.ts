import { Type, type Static } from 'typebox';

/** Every answer that is not a success. `message` is in the caller's language and may be shown as it is. */
export const ApiError = Type.Object({
  statusCode: Type.Integer(),
  /** A stable code for programs, such as `validation`, `unauthorized`, `state_expired`. */
  error: Type.String(),
  message: Type.String(),
  requestId: Type.String(),
  /** Per field, keyed by its name; or facts that the message was made from. */
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type ApiError = Static<typeof ApiError>;
