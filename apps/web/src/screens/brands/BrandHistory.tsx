import type { BrandChange } from '@seller-connect/contract';
import { catalogueClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { HistoryCard } from '../../editing/index.ts';
import { texts } from './texts.ts';

/** The change history of a brand: who changed what, and when. */
export function BrandHistory({ code }: { readonly code: string }) {
  return (
    <HistoryCard
      title={texts.history}
      historyKey={queryKey('brandHistory', { code })}
      fetchPage={(page) => catalogueClient().call('brandHistory', { params: { code }, ...page })}
      describeChange={describeChange}
    />
  );
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
