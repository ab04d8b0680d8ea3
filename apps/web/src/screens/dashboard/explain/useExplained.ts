import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { ExplainedMetric } from '@seller-connect/contract';
import type { UrlState } from '../../../lists/useUrlState.ts';
import type { ReportFilters } from '../filters/filters.ts';

/** Opens the explanation of a metric, or of that of one brand. */
export type OnExplain = (metric: ExplainedMetric, brand?: string) => void;

/**
 * The metric whose change is explained. It stands in the address, so that it can be shared; going back closes the
 * panel, and closing a panel that was opened here goes back.
 */
export function useExplained({
  filters,
  go,
  replace,
}: Pick<UrlState<ReportFilters>, 'filters' | 'go' | 'replace'>) {
  const { history } = useRouter();
  const isOpenedHere = useRef(false);
  const explain: OnExplain = (metric, brand) => {
    isOpenedHere.current = true;
    go({ ...filters, explain: metric, explainBrand: brand });
  };
  return {
    explained: filters.explain,
    explain,
    stopExplaining() {
      if (isOpenedHere.current) history.back();
      else replace({ explain: undefined, explainBrand: undefined });
      isOpenedHere.current = false;
    },
  };
}
