import * as adsEn from './ads.en.ts';
import { adMetrics } from './ads.ts';
import * as adsVi from './ads.vi.ts';
import type { MetricFieldName, Metric, MetricLabels, SumMetric } from './metric.ts';
import * as moneyEn from './money.en.ts';
import { moneyMetrics } from './money.ts';
import * as moneyVi from './money.vi.ts';
import * as salesEn from './sales.en.ts';
import { salesMetrics } from './sales.ts';
import * as salesVi from './sales.vi.ts';

export type {
  Basis,
  MetricFieldName,
  Grain,
  Metric,
  MetricLabels,
  RatioMetric,
  SumMetric,
} from './metric.ts';

/**
 * The dictionary of all metrics of the product, of exports and of feeds. The fields of the reporting contract, the
 * server's computations, the labels of the web and docs/metrics.md derive from it. A field's name never changes.
 */
export const metrics = {
  ...salesMetrics,
  ...moneyMetrics,
  ...adMetrics,
} as const satisfies Record<string, Metric>;

export type MetricId = keyof typeof metrics;
type MetricIdOfKind<Kind> = {
  [Id in MetricId]: (typeof metrics)[Id] extends Kind ? Id : never;
}[MetricId];
export type SumId = MetricIdOfKind<SumMetric>;

const texts: Record<'vi' | 'en', Record<MetricId, MetricLabels>> = {
  vi: { ...salesVi, ...moneyVi, ...adsVi },
  en: { ...salesEn, ...moneyEn, ...adsEn },
};

/** Returns the labels of a metric. The web imports individual texts instead, to bundle only those that it shows. */
export function labelsOfMetric(id: MetricId): { vi: MetricLabels; en: MetricLabels } {
  return { vi: texts.vi[id], en: texts.en[id] };
}

export function isMetric(id: string): id is MetricId {
  return Object.hasOwn(metrics, id);
}

export const metricIds: readonly MetricId[] = Object.keys(metrics).filter(isMetric);

/** Converts a metric's id to its field name in the product's own API. */
export function metricFieldName<Id extends MetricId>(id: Id): MetricFieldName<Id> {
  const name: string = id.replace(/_([a-z])/g, (_, character: string) => character.toUpperCase());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return name as MetricFieldName<Id>;
}
