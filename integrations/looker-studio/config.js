/**
 * Configuration of a data source: first the data set, then the options of that data set.
 *
 * @see https://developers.google.com/looker-studio/connector/stepped-configuration
 */

/**
 * @typedef {object} Chosen the choices of the data source's author.
 * @property {string} [dataSet]
 * @property {string} [basis]
 * @property {string | string[]} [shops] IDs; Looker Studio joins them with commas.
 * @property {string} [currency]
 */

/** @param {{ languageCode?: string, configParams?: Chosen }} request */
function getConfig(request) {
  const code = request.languageCode;
  const text = messages(code);
  const config = DataStudioApp.createCommunityConnector().getConfig();
  config.newInfo().setId('intro').setText(text.intro);

  const dataSets = readDataSets(code);
  const question = config
    .newSelectSingle()
    .setId('dataSet')
    .setName(text.dataSet)
    .setHelpText(text.dataSetHelp)
    .setIsDynamic(true);
  for (const { id, label } of dataSets) {
    question.addOption(config.newOptionBuilder().setLabel(label).setValue(id));
  }
  const chosen = dataSets.find(({ id }) => id === request.configParams?.dataSet);
  config.setIsSteppedConfig(chosen === undefined);
  if (chosen !== undefined) askMore(config, chosen, text);
  return config.build();
}

/**
 * @param {GoogleAppsScript.Data_Studio.Config} config
 * @param {ReportDataSet} dataSet
 * @param {ReturnType<typeof messages>} text
 */
function askMore(config, dataSet, text) {
  config.setDateRangeRequired(dataSet.bases.length > 0);
  if (dataSet.bases.length > 1) {
    const basis = config
      .newSelectSingle()
      .setId('basis')
      .setName(text.basis)
      .setHelpText(text.basisHelp);
    for (const each of dataSet.bases) {
      basis.addOption(config.newOptionBuilder().setLabel(text.bases[each]).setValue(each));
    }
  }
  const { page, refused } = readPage({
    dataSet: 'shops',
    // Includes the currency: without it, the query returns only shops of one currency.
    fields: ['shop_id', 'shop_name', 'platform', 'currency'],
    pageSize: pageRows,
  });
  if (refused) return failWith(refused);
  if (page.rows.length > 1) {
    const shops = config
      .newSelectMultiple()
      .setId('shops')
      .setName(text.shops)
      .setHelpText(text.shopsHelp)
      .setAllowOverride(true);
    for (const [id, name, platform] of page.rows) {
      shops.addOption(
        config.newOptionBuilder().setLabel(`${name} (${platform})`).setValue(String(id)),
      );
    }
  }
  const { currencies } = page.meta;
  if (currencies.length > 1) {
    const currency = config
      .newSelectSingle()
      .setId('currency')
      .setName(text.currency)
      .setHelpText(text.currencyHelp);
    for (const each of currencies) {
      currency.addOption(config.newOptionBuilder().setLabel(each).setValue(each));
    }
  }
}
