import type { BrandChange } from '@seller-connect/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { HistoryCard } from '../../editing/index.ts';
import { historyQuery } from './queries.ts';
import { texts } from './texts.ts';

/** The change history of a brand: who changed what, and when. */
export function BrandHistory({ code }: { readonly code: string }) {
  const history = useInfiniteQuery(historyQuery(code));
  return <HistoryCard title={texts.history} history={history} describeChange={describeChange} />;
}

function describeChange({ before, after }: BrandChange): string[] {
  if (before === null) return [texts.added];
  const { statuses } = texts;
  return [
    ...(before.name === after.name ? [] : [texts.renamed(before.name, after.name)]),
    ...(before.status === after.status
      ? []
      : [texts.statusChanged(statuses[before.status], statuses[after.status])]),
  ];
}
