import { isDay } from '../../platform/calendar.ts';
import { isStorableText } from '../../platform/database/storable-values.ts';
import type { DataSet, Field } from './data-sets.ts';

/** A validated and complete query of a data set. */
export interface DataQuery {
  dataSet: DataSet;
  /** In the order of the response, without duplicates. */
  fields: readonly Field[];
  where: Condition;
  /** The date range, and all shops that the query may cover. */
  days?: { field: Field; from: string; to: string; shops: readonly string[] };
  /** Requested sort order. The key is appended so that the order is total. */
  order?: readonly { field: Field; descending: boolean }[];
}

/** A filter on rows. Values are already parsed by the field's type. */
export type Condition =
  | { kind: 'and' | 'or'; parts: readonly Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'compare'; term: Term; operator: Comparison; value: string }
  | { kind: 'in'; term: Term; values: readonly string[] }
  | { kind: 'text'; term: Term; operator: 'contains' | 'starts_with' | 'ends_with'; value: string }
  | { kind: 'missing'; term: Term };

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

/** A field, or a function of one. */
export interface Term {
  field: Field;
  apply?: keyof typeof termFunctions;
}

/** Functions of a field, with the type of the result. */
export const termFunctions = {
  year: { sql: (of: string) => `extract(year from ${of})::integer`, type: 'count' },
  month: { sql: (of: string) => `extract(month from ${of})::integer`, type: 'count' },
  day: { sql: (of: string) => `extract(day from ${of})::integer`, type: 'count' },
  hour: {
    sql: (of: string) => `extract(hour from ${of} at time zone 'UTC')::integer`,
    type: 'count',
  },
  date: { sql: (of: string) => `(${of} at time zone 'UTC')::date`, type: 'day' },
  lower: { sql: (of: string) => `lower(${of})`, type: 'text' },
  upper: { sql: (of: string) => `upper(${of})`, type: 'text' },
  length: { sql: (of: string) => `length(${of})`, type: 'count' },
} as const;

const operators: Record<Comparison, string> = {
  eq: '=',
  ne: 'is distinct from',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
};

const sqlTypes: Record<Field['type'], string> = {
  text: 'text',
  uuid: 'uuid',
  day: 'date',
  instant: 'timestamptz',
  flag: 'boolean',
  count: 'numeric',
  money: 'numeric',
  share: 'double precision',
  times: 'double precision',
};

/** Collects the parameters of a statement and returns their placeholders. */
export class SqlParameters {
  readonly all: unknown[] = [];

  add(value: unknown, type: string): string {
    this.all.push(value);
    return `$${this.all.length}::${type}`;
  }
}

/** Returns the SQL of a condition over the columns of a view. */
export function conditionSql(condition: Condition, values: SqlParameters): string {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const parts = condition.parts.map((part) => conditionSql(part, values));
      if (parts.length === 0) return condition.kind === 'and' ? 'true' : 'false';
      return `(${parts.join(` ${condition.kind} `)})`;
    }
    case 'not':
      // A row for which the inner condition is null does not match it, so the negation matches.
      return `(${conditionSql(condition.part, values)}) is not true`;
    case 'compare': {
      const parameter = values.add(condition.value, sqlTypes[termType(condition.term)]);
      return `${termSql(condition.term)} ${operators[condition.operator]} ${parameter}`;
    }
    case 'in': {
      const parameter = values.add(condition.values, `${sqlTypes[termType(condition.term)]}[]`);
      return `${termSql(condition.term)} = any(${parameter})`;
    }
    case 'text': {
      const { term } = condition;
      const of = term.apply ? termSql(term) : textSql(term.field);
      const parameter = values.add(condition.value, 'text');
      if (condition.operator === 'contains') return `strpos(${of}, ${parameter}) > 0`;
      if (condition.operator === 'starts_with') return `starts_with(${of}, ${parameter})`;
      return `right(${of}, length(${parameter})) = ${parameter}`;
    }
    case 'missing':
      return `${termSql(condition.term)} is null`;
  }
}

/** Returns the fields that a condition refers to. */
export function conditionFields(condition: Condition): Field[] {
  if (condition.kind === 'not') return conditionFields(condition.part);
  return 'parts' in condition ? condition.parts.flatMap(conditionFields) : [condition.term.field];
}

/** Returns the fields that every matching row has a value of, bounded by a range or a list. */
export function requiredFields(condition: Condition): Field[] {
  if (condition.kind === 'and') return condition.parts.flatMap(requiredFields);
  const isRange = condition.kind === 'compare' && condition.operator !== 'ne';
  if (!isRange && condition.kind !== 'in') return [];
  const { field, apply } = condition.term;
  return apply ? [] : [field];
}

/** Returns the condition for the days of a period, both ends included. */
export function dayRangeCondition(
  field: Field,
  { from, to }: { from: string; to: string },
): Condition {
  const [term, kind] = [{ field }, 'compare' as const];
  return {
    kind: 'and',
    parts: [
      { kind, term, operator: 'ge', value: from },
      { kind, term, operator: 'le', value: to },
    ],
  };
}

/** Returns the type of a term's values. */
export function termType(term: Term): Field['type'] {
  return term.apply ? termFunctions[term.apply].type : term.field.type;
}

function termSql({ field, apply }: Term): string {
  return apply ? termFunctions[apply].sql(textSql(field)) : field.sql;
}

/** Functions take an id as its text. */
function textSql({ type, sql }: Field): string {
  return type === 'uuid' ? `${sql}::text` : sql;
}

const maxTextLength = 1000;

/**
 * Parses user input as a value of a type, in the form that the database accepts. Days are written `YYYYMMDD` or
 * `YYYY-MM-DD`.
 * @returns null if the text is not a value of the type
 */
export function parseValue(type: Field['type'], text: string): string | null {
  if (text.length > maxTextLength || !isStorableText(text)) return null;
  switch (type) {
    case 'text':
      return text;
    case 'uuid':
      return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
    case 'day':
      return parseDay(text);
    case 'instant': {
      const instant = /^\d{4}-\d{2}-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)
        ? new Date(text)
        : new Date(Number.NaN);
      if (Number.isNaN(instant.getTime())) return null;
      const iso = instant.toISOString();
      return yearPattern.test(iso) ? iso : null;
    }
    case 'flag':
      return /^(true|false)$/i.test(text) ? text.toLowerCase() : null;
    case 'count':
    case 'money':
    case 'share':
    case 'times':
      return /^-?\d{1,20}(\.\d{1,10})?$/.test(text) ? text : null;
  }
}

/** The years that PostgreSQL reads in ISO 8601: 1 to 9999. */
const yearPattern = /^(?!0000)\d{4}-/;

/** Returns an existing day as `YYYY-MM-DD`, or null. */
function parseDay(text: string): string | null {
  const day = text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  return isDay(day) && yearPattern.test(day) ? day : null;
}
