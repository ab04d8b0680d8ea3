/** Schemas of fields that most responses have. `parseJson` returns numbers as text. */
import { Type } from 'typebox';

export const Id = Type.String({ pattern: '^\\d{1,30}$' });
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Null()]));
