import { isEmail, toE164 } from '@seller-connect/contract/contact';
import { parseTypedDay, formatTypedDay } from '../i18n/calendarDays.ts';
import type { FormMessages, ValueType } from '../i18n/texts/formMessages.ts';

/** What a field holds: typed text, or the entries of a list. */
export type FieldValue = string | readonly string[];

/** What is wrong with a value, in words for the person; null when nothing is. */
export type Rule = (value: FieldValue, label: string, messages: FormMessages) => string | null;

/** Exactly so many, or no fewer and no more than these. */
export type Bounds =
  | { readonly exactly: number; readonly min?: never; readonly max?: never }
  | { readonly exactly?: never; readonly min?: number; readonly max?: number };

/** A rule about text that is there: nothing, or blanks alone, are the business of `required` and `notBlank`. */
function ofText(
  check: (text: string, label: string, messages: FormMessages) => string | null,
): Rule {
  return (value, label, messages) =>
    typeof value !== 'string' || value.trim() === '' ? null : check(value.trim(), label, messages);
}

/** Something has to be there: a character, or an entry. */
export function required(message?: string): Rule {
  return (value, label, messages) =>
    value.length === 0 ? (message ?? messages.required(label)) : null;
}

/** What is there has to be more than blanks. */
export function notBlank(message?: string): Rule {
  return (value, label, messages) => {
    const blank = typeof value === 'string' && value !== '' && value.trim() === '';
    return blank ? (message ?? messages.whitespace(label)) : null;
  };
}

/** One of a list. `names` are what the person reads, in the same order. */
export function oneOf(values: readonly string[], names: readonly string[] = values): Rule {
  return ofText((text, label, messages) =>
    values.includes(text) ? null : messages.enum(label, names.join(', ')),
  );
}

const isOfType: Record<ValueType, (text: string) => boolean> = {
  number: (text) => readNumber(text) !== null,
  integer: (text) => Number.isInteger(readNumber(text)),
  email: isEmail,
  phone: (text) => toE164(text) !== null,
  url: (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  color: (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
};

/** Text that reads as a number, an address, a telephone number and so on. */
export function ofType(type: ValueType): Rule {
  return ofText((text, label, messages) =>
    isOfType[type](text) ? null : messages.type[type](label),
  );
}

/** A day typed as D/M/YYYY; `min` and `max` are days such as `2026-11-03`, both allowed. */
export function day(bounds: { readonly min?: string; readonly max?: string } = {}): Rule {
  return ofText((text, label, messages) => {
    const found = parseTypedDay(text);
    const { format, invalid, min, max, range } = messages.date;
    if (found === null) return dayLikePattern.test(text) ? invalid(label) : format(label);
    const early = bounds.min !== undefined && found < bounds.min;
    const late = bounds.max !== undefined && found > bounds.max;
    if (!early && !late) return null;
    if (bounds.min !== undefined && bounds.max !== undefined) {
      return range(label, formatTypedDay(bounds.min), formatTypedDay(bounds.max));
    }
    return early
      ? min(label, formatTypedDay(bounds.min ?? ''))
      : max(label, formatTypedDay(bounds.max ?? ''));
  });
}

const dayLikePattern = /^\d{1,2}\s*[/.-]\s*\d{1,2}\s*[/.-]\s*\d{4}$/;

const characters = new Intl.Segmenter();

/** How long a text may be, in characters as people count them. */
export function length(bounds: Bounds): Rule {
  return ofText((text, label, messages) =>
    boundsProblem([...characters.segment(text)].length, bounds, label, messages.string),
  );
}

/** How large a typed number may be; text that is no number says so. */
export function size(bounds: Bounds): Rule {
  return ofText((text, label, messages) => {
    const number = readNumber(text);
    return number === null
      ? messages.type.number(label)
      : boundsProblem(number, bounds, label, messages.number);
  });
}

/** How many entries a list may have. */
export function entries(bounds: Bounds): Rule {
  return (value, label, messages) =>
    typeof value === 'string' ? null : boundsProblem(value.length, bounds, label, messages.array);
}

/** Text of a shape; `shape` says it in words or by an example, because nobody reads an expression. */
export function matches(pattern: RegExp, shape: string): Rule {
  return ofText((text, label, messages) =>
    new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text)
      ? null
      : messages.pattern(label, shape),
  );
}

function boundsProblem(
  value: number,
  { exactly, min, max }: Bounds,
  label: string,
  messages: FormMessages['string'],
): string | null {
  if (exactly !== undefined) return value === exactly ? null : messages.length(label, exactly);
  const isBelowMin = min !== undefined && value < min;
  const isAboveMax = max !== undefined && value > max;
  if (!isBelowMin && !isAboveMax) return null;
  if (min !== undefined && max !== undefined) return messages.range(label, min, max);
  return isBelowMin ? messages.min(label, min) : messages.max(label, max ?? value);
}

/**
 * Plain digits with a point or a comma before the fraction: `12`, `-3,5`. Null when it is no number, and
 * for `1.234`, which is over a thousand to one reader and over one to the other.
 */
function readNumber(text: string): number | null {
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;
}
