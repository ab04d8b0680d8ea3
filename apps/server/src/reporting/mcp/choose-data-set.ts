import { Problem } from '../../platform/http/problem.ts';
import { dataSets, dayBasesOf, type DataSet, type Field } from '../query/data-sets.ts';
import { findDataSet, findField } from '../query/parse-query.ts';
import type { QuerySelection } from './tool-schemas.ts';

export interface SelectedFields {
  dataSet: DataSet;
  metrics: readonly Field[];
  groupBy: readonly Field[];
}

/**
 * Returns the data set of a query and its fields. Without a data set, it is the first one that has all of them.
 * @throws Problem 400 with the ids that can be used instead
 */
export function chooseDataSet(selection: QuerySelection): SelectedFields {
  const metrics = [...new Set(selection.metrics)];
  const groupBy = [...new Set(selection.groupBy)];
  const filtered = (selection.filters ?? []).map(({ field }) => field);
  if (metrics.length + groupBy.length === 0) throw nothingRequestedProblem();
  const dataSet =
    selection.dataSet === undefined
      ? findCommonDataSet([...metrics, ...groupBy, ...filtered], selection)
      : findDataSet(selection.dataSet);
  const chosen = {
    dataSet,
    metrics: metrics.map((id) => findField(dataSet, id)),
    groupBy: groupBy.map((id) => findField(dataSet, id)),
  };
  const dimension = chosen.metrics.find((field) => field.aggregation === 'none');
  if (dimension) throw wrongRoleProblem(dimension, 'metrics', 'groupBy', dataSet);
  const metric = chosen.groupBy.find((field) => field.aggregation !== 'none');
  if (metric) throw wrongRoleProblem(metric, 'groupBy', 'metrics', dataSet);
  return chosen;
}

function findCommonDataSet(ids: readonly string[], { shops, basis }: QuerySelection): DataSet {
  for (const dataSet of dataSets.values()) {
    const hasBasis = basis === undefined || dayBasesOf(dataSet).some((each) => each === basis);
    const hasShops = !shops || dataSet.fields.has('shop_id');
    if (hasBasis && hasShops && ids.every((id) => dataSet.fields.has(id))) return dataSet;
  }
  const dataSetsByField = Object.fromEntries(
    ids.map((id) => [
      id,
      [...dataSets.values()].flatMap((each) => (each.fields.has(id) ? [each.id] : [])),
    ]),
  );
  const unknown = ids.filter((id) => dataSetsByField[id]?.length === 0);
  if (unknown.length > 0) {
    throw new Problem(
      400,
      'field_unknown',
      {
        vi: `Không có trường ${unknown.join(', ')}. Hãy gọi list_metrics để xem các trường.`,
        en: `There is no field ${unknown.join(', ')}. Call list_metrics for the available ids.`,
      },
      { unknown },
    );
  }
  throw new Problem(
    400,
    'fields_not_together',
    {
      vi: 'Không có bộ dữ liệu nào chứa tất cả các trường này. Hãy tách thành nhiều truy vấn.',
      en: 'No data set has all of these fields. Split the query, one for each data set.',
    },
    { dataSetsByField },
  );
}

const nothingRequestedProblem = () =>
  new Problem(400, 'nothing_requested', {
    vi: 'Hãy nêu ít nhất một chỉ số trong metrics hoặc một trường trong groupBy.',
    en: 'Name at least one id in metrics or groupBy.',
  });

function wrongRoleProblem(
  field: Field,
  given: string,
  expected: string,
  dataSet: DataSet,
): Problem {
  const isDimension = field.aggregation === 'none';
  const usable = [...dataSet.fields.values()].flatMap((each) =>
    (each.aggregation === 'none') === isDimension ? [] : [each.id],
  );
  return new Problem(
    400,
    'field_role',
    {
      vi: `“${field.id}” không dùng được trong ${given}; hãy chuyển sang ${expected}.`,
      en: `“${field.id}” can’t be in ${given}. Move it to ${expected}.`,
    },
    { field: field.id, [given]: usable },
  );
}
