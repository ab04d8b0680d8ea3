import { useState } from 'react';
import type { PriceListFilters } from './filters.ts';

export interface PriceSelection {
  readonly skus: ReadonlySet<string>;
  /** All matching prices are selected, on every page. */
  readonly all: boolean;
  choose(skus: readonly string[], chosen: boolean): void;
  chooseAll(): void;
  clear(): void;
}

/**
 * The selection in the price list. It survives paging and sorting, and is cleared when the search or the filter
 * changes.
 */
export function usePriceSelection({ search, brand }: PriceListFilters): PriceSelection {
  const of = JSON.stringify([search.trim(), brand]);
  const [state, setState] = useState({ of, skus: new Set<string>(), all: false });
  const { skus, all } = state.of === of ? state : { skus: new Set<string>(), all: false };
  return {
    skus,
    all,
    choose(wanted, chosen) {
      const next = new Set(skus);
      for (const sku of wanted) {
        if (chosen) next.add(sku);
        else next.delete(sku);
      }
      setState({ of, skus: next, all: false });
    },
    chooseAll: () => setState({ of, skus, all: true }),
    clear: () => setState({ of, skus: new Set(), all: false }),
  };
}
