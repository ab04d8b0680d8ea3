import type { DataSet, Field } from '../query/data-sets.ts';
import type { Condition } from '../query/condition.ts';
import { findField } from '../query/parse-query.ts';
import { parseFilter } from './filter.ts';
import { optionProblem, unsupportedProblem } from './problems.ts';

/** The parsed query options of a request to an entity set. */
export interface QueryOptions {
  /** In the order of the data set. */
  select: readonly Field[];
  where: Condition;
  order: readonly { field: Field; descending: boolean }[];
  top: number | null;
  skip: number;
  count: boolean;
  token: string | null;
  /** Whether `$select` names properties; the context URL then lists them. */
  isProjected: boolean;
}

const supportedOptions = [
  '$select',
  '$filter',
  '$orderby',
  '$top',
  '$skip',
  '$count',
  '$format',
  '$skiptoken',
];

/** Returns the properties of an entity. Ratios and derived dimensions are not properties. */
export function entityProperties(dataSet: DataSet): Field[] {
  return dataSet.defaults.map((id) => findField(dataSet, id));
}

/**
 * Parses the query options.
 * @throws Problem 400 for an invalid value, 501 for an unsupported option
 */
export function parseOptions(
  query: Readonly<Record<string, unknown>>,
  dataSet: DataSet,
): QueryOptions {
  const options = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    // Clients may omit the `$`. Custom options without it are ignored.
    const option = supportedOptions.includes(`$${name}`) ? `$${name}` : name;
    if (option.startsWith('$') && !supportedOptions.includes(option))
      throw unsupportedProblem(option);
    if (typeof value !== 'string') throw optionProblem(option, String(value));
    options.set(option, value);
  }
  const format = options.get('$format') ?? 'json';
  if (!/^(json|application\/json)(;|$)/i.test(format))
    throw unsupportedProblem(`$format=${format.slice(0, 50)}`);
  const filter = options.get('$filter')?.trim();
  const parseInteger = (option: string) => {
    const text = options.get(option);
    if (text === undefined) return null;
    if (!/^\d{1,9}$/.test(text)) throw optionProblem(option, text);
    return Number(text);
  };
  const count = options.get('$count') ?? 'false';
  if (count !== 'true' && count !== 'false') throw optionProblem('$count', count);
  return {
    select: parseSelect(options.get('$select'), dataSet),
    where: filter ? parseFilter(filter, dataSet) : { kind: 'and', parts: [] },
    order: parseOrderBy(options.get('$orderby'), dataSet),
    top: parseInteger('$top'),
    skip: parseInteger('$skip') ?? 0,
    count: count === 'true',
    token: options.get('$skiptoken') ?? null,
    isProjected: !(options.get('$select') ?? '*').split(',').some((name) => name.trim() === '*'),
  };
}

/** Returns the fragment of the context URL (OData 4.0 protocol, 10.8). */
export function contextFragment(dataSet: DataSet, { select, isProjected }: QueryOptions): string {
  return isProjected ? `${dataSet.id}(${select.map(({ id }) => id).join(',')})` : dataSet.id;
}

function parseSelect(text: string | undefined, dataSet: DataSet): Field[] {
  const properties = entityProperties(dataSet);
  const names = (text ?? '*').split(',').map((name) => name.trim());
  if (names.includes('*')) return properties;
  const selectedIds = new Set(names.map((name) => findProperty(dataSet, name, '$select').id));
  return properties.filter((field) => selectedIds.has(field.id));
}

function parseOrderBy(text: string | undefined, dataSet: DataSet): QueryOptions['order'] {
  if (text === undefined || text.trim() === '') return [];
  const order = text.split(',').map((part) => {
    const [name = '', direction = 'asc', ...rest] = part.trim().split(/\s+/);
    if (rest.length > 0 || !['asc', 'desc'].includes(direction))
      throw optionProblem('$orderby', part);
    return { field: findProperty(dataSet, name, '$orderby'), descending: direction === 'desc' };
  });
  const names = new Set(order.map(({ field }) => field.id));
  if (names.size < order.length) throw optionProblem('$orderby', text);
  return order;
}

function findProperty(dataSet: DataSet, name: string, option: string): Field {
  if (name.includes('/') || name.includes('('))
    throw unsupportedProblem(`${option}=${name.slice(0, 50)}`);
  const field = findField(dataSet, name);
  if (!dataSet.defaults.includes(field.id)) throw optionProblem(option, name);
  return field;
}
