import { reject, type BuiltField } from './fields.ts';

export interface DataRequest {
  fields: { name: string; forFilterOnly?: boolean }[];
}
export interface DataResponse {
  schema: BuiltField[];
  rows: { values: unknown[] }[];
  filtersApplied: boolean;
}

const typeChecks: Partial<Record<string, (value: unknown) => boolean>> = {
  TEXT: (value) => typeof value === 'string',
  BOOLEAN: (value) => typeof value === 'boolean',
  YEAR_MONTH_DAY: (value) => typeof value === 'string' && /^\d{8}$/.test(value),
  YEAR_MONTH_DAY_SECOND: (value) => typeof value === 'string' && /^\d{14}$/.test(value),
};
const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);

/**
 * Validates a response of `getData` as Looker Studio does: every requested field in order, without filter-only fields
 * if the filters were applied, and one value of the field's type in each column.
 */
export function validateDataResponse(
  { fields }: DataRequest,
  { schema, rows, filtersApplied }: DataResponse,
): void {
  if (typeof filtersApplied !== 'boolean') reject('filtersApplied');
  const expectedFields = fields.filter(({ forFilterOnly }) => !filtersApplied || !forFilterOnly);
  const [names, expectedNames] = [schema, expectedFields].map((all) =>
    all.map(({ name }) => name).join(),
  );
  if (names !== expectedNames) reject(`the fields ${names} instead of ${expectedNames}`);
  if (rows.length > 1_000_000) reject(`${rows.length} rows`);
  for (const { values } of rows) {
    if (values.length !== schema.length) reject(`${values.length} values of ${schema.length}`);
    for (const [index, field] of schema.entries()) {
      const value = values[index];
      const hasType = typeChecks[field.semantics.semanticType] ?? isNumber;
      if (value !== null && !hasType(value))
        reject(`${JSON.stringify(value)} for ${field.name} (${field.semantics.semanticType})`);
    }
  }
}
