/** The day that a figure counts on: see docs/metrics.md. */
export type Basis =
  /** The order's sales day: COD the day it was placed, prepaid the day it was paid. */
  | 'committed'
  /** The day the order was placed. */
  | 'created'
  /** The day the money was paid out. */
  | 'settled'
  /** The day of the ad account's own calendar. */
  | 'ad_day';

/** What a figure can be asked for; every figure can be asked for a shop and for all of them. */
export type Grain = 'shop' | 'sku' | 'order' | 'campaign';

interface MetricDefinition {
  /** How it is computed, for the page of metrics. */
  readonly formula: string;
  readonly basis: Basis;
  /** The finest things that it is known of. */
  readonly by: readonly Grain[];
  /** Whether a rise is good news, bad news, or neither. */
  readonly rise: 'good' | 'bad' | 'neither';
}

/** A figure whose values over days, shops and products may be added. */
export interface SumMetric extends MetricDefinition {
  readonly kind: 'sum';
  readonly unit: 'money' | 'count';
}

/**
 * One sum divided by another, over whatever is asked for; never added and never averaged, and none where the
 * divisor is zero. `share` is 0 to 1 and is written as a percentage, `times` is written as a factor.
 */
export interface RatioMetric extends MetricDefinition {
  readonly kind: 'ratio';
  readonly unit: 'money' | 'share' | 'times';
  /** The sums' ids. */
  readonly dividend: string;
  readonly divisor: string;
}

export type Metric = SumMetric | RatioMetric;

export interface MetricLabels {
  /** As a label. */
  readonly name: string;
  /** What it tells, in one or two sentences, for a seller. */
  readonly about: string;
}

type PascalCase<Id extends string> = Id extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Id>;

/** A metric's id as the product's own calls write it: `net_sales` is `netSales`. */
export type MetricFieldName<Id extends string> = Uncapitalize<PascalCase<Id>>;
