/**
 * The fields of a data set, as Seller Connect describes them. Field IDs are stable and do not depend on the
 * language.
 *
 * @see https://developers.google.com/looker-studio/connector/reference#getschema
 */

/** @param {{ configParams?: Chosen }} request */
function getSchema(request) {
  const { dataSet = 'shop_day', currency } = request.configParams ?? {};
  const found = readDataSets().find(({ id }) => id === dataSet);
  if (found === undefined) return fail(messages().failed, `no data set ${dataSet}`);
  const fields = DataStudioApp.createCommunityConnector().getFields();
  for (const field of found.fields) addField(fields, field, currency);
  const ids = found.fields.map(({ id }) => id);
  if (ids.includes('day')) fields.setDefaultDimension('day');
  if (ids.includes('net_sales')) fields.setDefaultMetric('net_sales');
  return { schema: fields.build() };
}

/**
 * Adds a field as a dimension, a sum, or a ratio of two sums. Looker Studio divides a ratio after summing,
 * so that it is also correct in totals.
 * @param {GoogleAppsScript.Data_Studio.Fields} fields
 * @param {ReportField} field
 * @param {string} [currency] the currency of all amounts, if known.
 */
function addField(fields, field, currency) {
  const { AggregationType } = DataStudioApp.createCommunityConnector();
  const made = field.aggregation === 'none' ? fields.newDimension() : fields.newMetric();
  made.setId(field.id).setName(field.label).setType(typeOf(field, currency));
  if (field.about !== null) made.setDescription(field.about);
  if (field.aggregation === 'sum') made.setAggregation(AggregationType.SUM);
  if (field.aggregation === 'ratio') {
    made
      .setFormula(`SUM($${field.dividend}) / SUM($${field.divisor})`)
      .setAggregation(AggregationType.AUTO);
  }
  return made;
}

/**
 * @param {ReportField} field
 * @param {string} [currency]
 */
function typeOf({ type }, currency) {
  const types = DataStudioApp.createCommunityConnector().FieldType;
  switch (type) {
    case 'day':
      return types.YEAR_MONTH_DAY;
    case 'instant':
      return types.YEAR_MONTH_DAY_SECOND;
    case 'flag':
      return types.BOOLEAN;
    case 'share':
      return types.PERCENT;
    case 'money':
      return moneyType(currency);
    case 'count':
    case 'times':
      return types.NUMBER;
    case 'text':
      return types.TEXT;
  }
}

/** @param {string} [currency] */
function moneyType(currency = '') {
  const types = DataStudioApp.createCommunityConnector().FieldType;
  const known = new Map([
    ['VND', types.CURRENCY_VND],
    ['USD', types.CURRENCY_USD],
    ['THB', types.CURRENCY_THB],
    ['IDR', types.CURRENCY_IDR],
    ['MYR', types.CURRENCY_MYR],
    ['PHP', types.CURRENCY_PHP],
    ['SGD', types.CURRENCY_SGD],
  ]);
  return known.get(currency) ?? types.NUMBER;
}
