import type { PriceChange } from '@seller-connect/contract';
import { catalogueClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { HistoryCard } from '../../editing/index.ts';
import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';

/** The change history of a price: who changed what, and when. */
export function PriceHistory({ sku, currency }: { sku: string; currency: string }) {
  return (
    <HistoryCard
      title={texts.history}
      historyKey={queryKey('priceHistory', { sku })}
      fetchPage={(page) => catalogueClient().call('priceHistory', { params: { sku }, ...page })}
      describeChange={(change) => describeChange(change, currency)}
    />
  );
}

function describeChange({ before, after }: PriceChange, currency: string): string[] {
  const money = (amount: string) => formats.money(amount, currency);
  if (before === null) return [texts.added(money(after.listPrice), money(after.floorPrice))];
  const line = (format: (a: string, b: string) => string, a: string, b: string) =>
    a === b ? [] : [format(a, b)];
  return [
    ...line(texts.changedList, money(before.listPrice), money(after.listPrice)),
    ...line(texts.changedFloor, money(before.floorPrice), money(after.floorPrice)),
    ...line(texts.renamed, before.name, after.name),
    ...line(texts.moved, before.brandCode, after.brandCode),
  ];
}
