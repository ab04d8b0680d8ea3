/** Fields and terms of responses. `parseJson` returns numbers as text. */
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

/** Returns the entry of a partner's term; undefined for an unknown one, also if each object has such a member. */
export function lookUp<Entry>(
  table: Readonly<Record<string, Entry>>,
  term: string,
): Entry | undefined {
  return Object.hasOwn(table, term) ? table[term] : undefined;
}

/** Flags a partner's term that no table has. */
export function flagUnknown(flags: Set<string>, what: string, term: string): void {
  flags.add(`unknown_${what}:${term.slice(0, 60)}`);
}

/** Normalizes a marketplace's brand: empty for its variants of "no brand", null when none is reported. */
export function normalizeBrand(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null;
  const name = value.trim();
  return /^no[ _-]?brand$/i.test(name) ? '' : name;
}

/** Returns the name of a product with the options of a variant: `Áo thun – Đen, L`. Without options, the name alone. */
export function variantName(name: string | null | undefined, options: readonly unknown[]): string {
  const texts = options.flatMap((option) => (typeof option === 'string' ? option.trim() : []));
  return [name, texts.filter((text) => text !== '').join(', ')].filter(Boolean).join(' – ');
}

/** Returns who cancelled, parsed from a partner's text, of which about a dozen spellings exist. */
export function parseCancelledBy(text: string): 'buyer' | 'seller' | 'system' | null {
  const normalized = text.toLowerCase();
  if (normalized === '' || normalized === 'null') return null;
  if (normalized.includes('customer') || normalized.includes('buyer')) return 'buyer';
  return normalized.includes('seller') ? 'seller' : 'system';
}
