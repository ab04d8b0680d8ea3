/** Fields of responses. `parseJson` returns numbers as text. */
import { Type, type TSchema } from 'typebox';

/** A field that may be null. */
export const Nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
export const Id = Type.String({ pattern: '^\\d{1,30}$' });
/** A field of any type, whose parser flags what it cannot read. */
export const Lenient = Type.Optional(Type.Unknown());
export const OptionalText = Type.Optional(Nullable(Type.String()));
/** An ISO 4217 code, or empty. */
export const OptionalCurrency = Type.Optional(Nullable(Type.String({ pattern: '^([A-Z]{3})?$' })));

/** Returns a field of a value of any shape; undefined without it. */
export function readField(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** Returns the text of a field; null if it is absent, empty or of another type. */
export function readText(value: unknown, name: string): string | null {
  const text = readField(value, name);
  return typeof text === 'string' && text !== '' ? text : null;
}
