/**
 * Rows for a chart: exactly the requested fields, aggregated by Seller Connect.
 *
 * @see https://developers.google.com/looker-studio/connector/reference#getdata
 */

/** Row limits: of one response of Seller Connect, and of Looker Studio in total. */
const pageRows = 10000;
const maxRows = 1000000;
const sampleRows = 100;

/**
 * @typedef {object} DataRequest
 * @property {Chosen} [configParams]
 * @property {{ startDate: string, endDate: string }} [dateRange]
 * @property {{ name: string, forFilterOnly?: boolean }[]} fields
 * @property {GoogleAppsScript.Data_Studio.DimensionsFilters[][]} [dimensionsFilters]
 * @property {{ sampleExtraction?: boolean }} [scriptParams]
 */

/** @param {DataRequest} request */
function getData(request) {
  const started = Date.now();
  const filters = filtersOf(request.dimensionsFilters ?? []);
  let filtersApplied = filters !== null && filters.length > 0;
  let query = queryOf(request, filtersApplied ? filters : null);
  let answer = readPage(query);
  if (answer.refused?.status === 400 && filtersApplied) {
    // Seller Connect rejected a filter. Fetches without filters and leaves all of them to Looker Studio.
    filtersApplied = false;
    query = queryOf(request, null);
    answer = readPage(query);
  }
  /** @type {{ values: (string | number | boolean | null)[] }[]} */
  const rows = [];
  const fields = DataStudioApp.createCommunityConnector().getFields();
  for (;;) {
    const { page, refused } = answer;
    if (refused) return failWith(refused);
    const { schema, nextPageToken } = page;
    if (fields.asArray().length === 0) {
      for (const field of schema) addField(fields, field, request.configParams?.currency);
    }
    for (const row of page.rows) {
      rows.push({ values: row.map((value, index) => valueOf(value, schema[index])) });
    }
    if (nextPageToken === null || request.scriptParams?.sampleExtraction) break;
    if (rows.length >= maxRows) return fail(messages().tooManyRows);
    if (Date.now() - started > patienceMs) return fail(messages().tooSlow);
    answer = readPage({ ...query, pageToken: nextPageToken });
  }
  return { schema: fields.build(), rows, filtersApplied };
}

/**
 * @param {DataRequest} request
 * @param {object[][] | null} filters null if Looker Studio applies the filters itself.
 */
function queryOf({ configParams, dateRange, fields, scriptParams }, filters) {
  const { dataSet = 'shop_day', basis, shops, currency } = configParams ?? {};
  const shown = filters === null ? fields : fields.filter(({ forFilterOnly }) => !forFilterOnly);
  const chosenShops = (Array.isArray(shops) ? shops : (shops ?? '').split(',')).filter(Boolean);
  return {
    dataSet,
    fields: shown.map(({ name }) => name),
    ...(dateRange && { dateRange: { from: dateRange.startDate, to: dateRange.endDate } }),
    ...(basis && { basis }),
    ...(chosenShops.length > 0 && { shops: chosenShops }),
    ...(currency && { currency }),
    ...(filters !== null && { filters }),
    pageSize: scriptParams?.sampleExtraction ? sampleRows : pageRows,
  };
}

/**
 * Converts the filters of a report to those of Seller Connect. Groups are combined with AND, the filters of
 * a group with OR. Looker Studio requires that all of them are applied, or none.
 * @param {GoogleAppsScript.Data_Studio.DimensionsFilters[][]} groups
 * @returns {object[][] | null} null if a filter has no counterpart.
 */
function filtersOf(groups) {
  /** @type {object[][]} */
  const all = [];
  for (const group of groups) {
    const [only] = group;
    if (group.length === 1 && only?.operator === 'BETWEEN' && only.type === 'INCLUDE') {
      const [from = '', to = ''] = only.values;
      all.push([{ field: only.fieldName, operator: 'ge', values: [from] }]);
      all.push([{ field: only.fieldName, operator: 'le', values: [to] }]);
      continue;
    }
    const known = group.map(filterOf);
    if (known.some((each) => each === null)) return null;
    all.push(known.filter((each) => each !== null));
  }
  return all;
}

/** @param {GoogleAppsScript.Data_Studio.DimensionsFilters} filter */
function filterOf({ fieldName, operator, type, values }) {
  const known = operators.get(operator);
  if (known === undefined) return null;
  return {
    field: fieldName,
    operator: known,
    ...(known !== 'missing' && { values }),
    ...(type === 'EXCLUDE' && { exclude: true }),
  };
}

/** Maps Looker Studio's operators. Regular expressions have no counterpart. */
const operators = new Map([
  ['EQUALS', 'eq'],
  ['CONTAINS', 'contains'],
  ['IN_LIST', 'in'],
  ['IS_NULL', 'missing'],
  ['NUMERIC_GREATER_THAN', 'gt'],
  ['NUMERIC_GREATER_THAN_OR_EQUAL', 'ge'],
  ['NUMERIC_LESS_THAN', 'lt'],
  ['NUMERIC_LESS_THAN_OR_EQUAL', 'le'],
]);

/**
 * Converts a value to Looker Studio's format: instants as YYYYMMDDHHMMSS in UTC, amounts and counts as
 * numbers. Days arrive as YYYYMMDD; IDs stay text.
 * @param {string | number | boolean | null} value
 * @param {ReportField | undefined} field
 */
function valueOf(value, field) {
  if (value === null) return null;
  if (field?.type === 'money' || field?.type === 'count') return Number(value);
  if (field?.type === 'instant') return String(value).replace(/\D/g, '').slice(0, 14);
  return value;
}
