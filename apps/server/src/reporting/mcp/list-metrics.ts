import { labelsOfMetric, metricIds, metrics } from '@seller-connect/contract/metrics';
import { localDays } from '../../platform/calendar.ts';
import { toSearchKey } from '../../platform/database/search-key.ts';
import { readScope } from '../metrics/scope.ts';
import { dataSets, dayBasesOf, type DataSet, type Field } from '../query/data-sets.ts';
import type { ToolContext } from './tool-context.ts';
import type { ListMetricsInput, ListMetricsOutput } from './tool-schemas.ts';

/** Answers `list_metrics`: the dictionary, and the data sets with their dimensions. */
export async function listMetrics(
  { database, tenantId, language, now }: ToolContext,
  { search = '' }: ListMetricsInput,
): Promise<ListMetricsOutput> {
  const searchTerms = toSearchKey(search).split(' ');
  const { timeZone } = await readScope(database, tenantId, {});
  const found = metricIds.filter((id) => {
    const { vi, en } = labelsOfMetric(id);
    const text = toSearchKey([id, vi.name, vi.about, en.name, en.about].join(' '));
    return searchTerms.every((term) => text.includes(term));
  });
  return {
    metrics: found.map((id) => {
      const { name, about } = labelsOfMetric(id)[language];
      const { kind, unit, formula } = metrics[id];
      const available = [...dataSets.values()].filter((each) => each.fields.has(id));
      return {
        id,
        name,
        definition: about,
        formula,
        unit,
        kind,
        dataSets: available.map((each) => each.id),
      };
    }),
    dataSets: [...dataSets.values()].map((dataSet) => describeDataSet(dataSet, language)),
    today: localDays(timeZone)(now()),
    timeZone,
  };
}

function describeDataSet(dataSet: DataSet, language: ToolContext['language']) {
  const fields = [...dataSet.fields.values()];
  const column = ({ id, label, type }: Field) => ({
    id,
    label: label[language],
    type: type === 'uuid' ? 'text' : type,
  });
  return {
    id: dataSet.id,
    name: dataSet.label[language],
    bases: dayBasesOf(dataSet),
    dimensions: fields.filter((field) => field.aggregation === 'none').map(column),
    otherMeasures: fields
      .filter((field) => field.aggregation !== 'none' && field.about === null)
      .map(column),
  };
}
