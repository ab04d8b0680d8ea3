import type { Platform } from '@seller-connect/contract';
import { omitNullish } from '../../../lists/listParams.ts';
import { shopsOf, type SalesScope } from '../filters/drillDown.ts';

/** Metrics that consist of rows other than orders. */
export const rowMetrics = ['payout', 'fees', 'adSpend'] as const;
export type RowMetric = (typeof rowMetrics)[number];

/** Selects part of the rows of a metric. */
export interface RowPart {
  readonly shop?: string;
  /** Kind of payout line. */
  readonly class?: string;
  /** Ad account and campaign. */
  readonly account?: string;
  readonly campaign?: string;
}

/** The rows of a metric. They are stored in the address, so that a shared link shows the same rows. */
export interface RowFilters extends RowPart {
  readonly of: RowMetric;
  readonly from: string;
  readonly to: string;
  readonly currency?: string;
  readonly platform?: Platform;
  /** Several shops, comma-separated; without effect with `shop`. */
  readonly shops?: string;
}

/** Path of the screen that lists the rows. */
export const rowsPath = '/reports/money/rows';

/**
 * Returns the address of the rows behind part of a metric. The rows add up to its value. Undefined without a scope:
 * the values belong to other filters.
 */
export function rowsHref(
  scope: SalesScope,
  of: RowMetric,
  { from, to, currency }: { readonly from: string; readonly to: string; readonly currency: string },
  part: RowPart = {},
): string | undefined {
  if (scope === null) return undefined;
  const { platform } = scope;
  // Ads belong to the team and not to a shop.
  const ofShops =
    of === 'adSpend' ? {} : { ...omitNullish({ platform }), ...shopsOf({ ...scope, ...part }) };
  return `${rowsPath}?${new URLSearchParams({ of, from, to, currency, ...ofShops, ...part })}`;
}
