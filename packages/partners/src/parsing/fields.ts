/** Schemas of fields that most responses have. `parseJson` returns numbers as text. */
import { Type, type TSchema } from 'typebox';

/** A field that may be null. */
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
export const Id = Type.String({ pattern: '^\\d{1,30}$' });
export const OptionalText = Type.Optional(Nullable(Type.String()));
