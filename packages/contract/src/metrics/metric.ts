/** The day that a value counts on. See docs/metrics.md. */
export type Basis =
  /** The order's sales day: COD orders count when placed, prepaid orders when paid. */
  | 'committed'
  /** The day when the order was placed. */
  | 'created'
  /** The day when the money was paid out. */
  | 'settled'
  /** The day in the ad account's calendar. */
  | 'ad_day';

/** What a metric can be broken down to. Every metric is available per shop and for all shops together. */
export type Grain = 'shop' | 'sku' | 'order' | 'campaign';

interface MetricDefinition {
  /** How it is computed; shown in docs/metrics.md. */
  readonly formula: string;
  readonly basis: Basis;
  /** The finest grains available. */
  readonly by: readonly Grain[];
  /** Whether an increase is good news, bad news, or neither. */
  readonly rise: 'good' | 'bad' | 'neither';
}

/** A metric whose values can be added across days, shops and products. */
export interface SumMetric extends MetricDefinition {
  readonly kind: 'sum';
  readonly unit: 'money' | 'count';
}

/**
 * The quotient of two sums over the requested range. It is never added or averaged, and is null when the divisor is
 * zero. `share` ranges from 0 to 1 and is shown as a percentage; `times` is shown as a factor.
 */
export interface RatioMetric extends MetricDefinition {
  readonly kind: 'ratio';
  readonly unit: 'money' | 'share' | 'times';
  /** Ids of the two sums. */
  readonly dividend: string;
  readonly divisor: string;
}

export type Metric = SumMetric | RatioMetric;

export interface MetricLabels {
  readonly name: string;
  /** Explains the metric to a seller in one or two sentences. */
  readonly about: string;
}

type PascalCase<Id extends string> = Id extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Id>;

/** A metric's id as a field name of the product's own API: `net_sales` becomes `netSales`. */
export type MetricFieldName<Id extends string> = Uncapitalize<PascalCase<Id>>;
