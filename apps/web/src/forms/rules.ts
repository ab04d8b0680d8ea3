import { isEmail, toE164 } from '@seller-connect/contract/contact';
import { parseTypedDay, formatTypedDay } from '../i18n/calendarDays.ts';
import type { FormMessages, ValueType } from '../i18n/texts/formMessages.ts';

/** Value of a field: text, or the entries of a list. */
export type FieldValue = string | readonly string[];

/** Returns the error message for a value, or null if it is valid. */
export type Rule = (value: FieldValue, label: string, messages: FormMessages) => string | null;

/** An exact size, or a minimum and maximum. */
export type Bounds =
  | { readonly exactly: number; readonly min?: never; readonly max?: never }
  | { readonly exactly?: never; readonly min?: number; readonly max?: number };

/** Creates a rule for non-blank text; `required` and `notBlank` handle the rest. */
function ofText(
  check: (text: string, label: string, messages: FormMessages) => string | null,
): Rule {
  return (value, label, messages) =>
    typeof value !== 'string' || value.trim() === '' ? null : check(value.trim(), label, messages);
}

/** Requires at least one character or entry. */
export function required(message?: string): Rule {
  return (value, label, messages) =>
    value.length === 0 ? (message ?? messages.required(label)) : null;
}

/** Rejects text that consists of blanks only. */
export function notBlank(message?: string): Rule {
  return (value, label, messages) => {
    const blank = typeof value === 'string' && value !== '' && value.trim() === '';
    return blank ? (message ?? messages.whitespace(label)) : null;
  };
}

/** Requires one of `values`. `names` are their labels in the same order. */
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

/** Requires text of a type, such as number, email or phone. */
export function ofType(type: ValueType): Rule {
  return ofText((text, label, messages) =>
    isOfType[type](text) ? null : messages.type[type](label),
  );
}

/** Requires a day typed as D/M/YYYY. `min` and `max` are inclusive, such as `2026-11-03`. */
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

/** Limits the length of a text in grapheme clusters. */
export function length(bounds: Bounds): Rule {
  return ofText((text, label, messages) =>
    boundsProblem([...characters.segment(text)].length, bounds, label, messages.string),
  );
}

/** Limits the value of a typed number; other text is invalid. */
export function size(bounds: Bounds): Rule {
  return ofText((text, label, messages) => {
    const number = readNumber(text);
    return number === null
      ? messages.type.number(label)
      : boundsProblem(number, bounds, label, messages.number);
  });
}

/** Limits the number of entries of a list. */
export function entries(bounds: Bounds): Rule {
  return (value, label, messages) =>
    typeof value === 'string' ? null : boundsProblem(value.length, bounds, label, messages.array);
}

/** Requires text that matches `pattern`. `shape` describes it for the message, in words or by example. */
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
 * Parses digits with an optional decimal point or comma: `12`, `-3,5`. Returns null for anything else, and
 * for `1.234`, which is ambiguous between languages.
 */
function readNumber(text: string): number | null {
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null;
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;
}
