import type { DifferenceGroup, DifferenceReason, Reconciliation } from '@seller-connect/contract';
import { formatParams, parseChoice, parsePage } from '../../../lists/listParams.ts';
import { plainSearch, type UrlFilters } from '../../../lists/useUrlState.ts';

export interface DifferenceFilters {
  readonly reason: DifferenceReason | null;
  readonly group: DifferenceGroup | null;
  readonly page: number;
}

export const differenceGroups = [
  'explained',
  'waiting',
  'open',
] as const satisfies readonly DifferenceGroup[];

/** The id of the list of differing orders, to which the counts lead. */
export const differencesId = 'differences';

export const pathOf = (reconciliationId: string) => `/reports/reconcile/${reconciliationId}`;

export function differenceFilters({ reasons }: Reconciliation): UrlFilters<DifferenceFilters> {
  const known = [...new Set(reasons.map(({ reason }) => reason))];
  return {
    parse: ({ reason, group, page }) => ({
      reason: parseChoice(known, reason),
      group: parseChoice(differenceGroups, group),
      page: parsePage(page),
    }),
    toSearchParams: (filters) => formatParams({ ...filters }, { page: 1 }),
  };
}

/** The list of the orders of a group; of all differing orders without one. */
export function groupHref(reconciliationId: string, group: DifferenceGroup | null): string {
  const search = plainSearch.stringifySearch(group === null ? {} : { group });
  return `${pathOf(reconciliationId)}${search}#${differencesId}`;
}
