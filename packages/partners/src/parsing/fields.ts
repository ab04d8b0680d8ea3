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

const timePattern =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/**
 * Parses the partners' time formats: `2018-10-31 10:18:27 +0700` (Tiki: without the offset) and ISO 8601. A time
 * without an offset is the shop's local time, never UTC.
 * @param offsetMinutes the shop's UTC offset in minutes, positive east of UTC
 * @returns null for anything that is not a valid date and time
 */
export function parseTime(text: string, offsetMinutes: number): Date | null {
  const match = timePattern.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? '0')];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const check = new Date(local);
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null;
  return new Date(local - parseOffset(match[8], offsetMinutes) * 60_000);
}

function parseOffset(zone: string | undefined, fallback: number): number {
  if (zone === undefined) return fallback;
  if (zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return digits.startsWith('-') ? -minutes : minutes;
}

/** Parses epoch seconds or milliseconds. The protocols mix them; values above 10^11 are milliseconds. */
export function parseEpoch(text: string): Date | null {
  if (!/^\d{1,16}$/.test(text)) return null;
  const value = Number(text);
  if (value === 0) return null;
  const date = new Date(value > 100_000_000_000 ? value : value * 1000);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Formats an instant for a filter: ISO 8601 in the shop's offset, truncated to the second. */
export function formatTime(instant: Date, offsetMinutes: number): string {
  const local = new Date(Math.floor(instant.getTime() / 1000) * 1000 + offsetMinutes * 60_000);
  const size = Math.abs(offsetMinutes);
  const hours = String(Math.floor(size / 60)).padStart(2, '0');
  const minutes = String(size % 60).padStart(2, '0');
  return `${local.toISOString().slice(0, 19)}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`;
}
