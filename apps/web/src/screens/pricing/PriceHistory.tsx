import { Banner, Block, Button, Skeleton, Timeline } from '@seller-connect/ui';
import type { PriceChange } from '@seller-connect/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formats, shared } from '../../texts/index.ts';
import styles from './pricing.module.css';
import { historyQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Who changed the price, when, from what to what. */
export function PriceHistory({ sku, currency }: { sku: string; currency: string }) {
  const history = useInfiniteQuery(historyQuery(sku));
  const changes = history.data?.pages.flatMap((page) => page.items);
  return (
    <Block title={texts.history} busy={!changes && !history.isError}>
      {history.isError && (
        <Banner
          tone="negative"
          announced
          title={texts.historyFailed}
          actions={
            <Button size="small" busy={history.isFetching} onClick={() => void history.refetch()}>
              {shared.tryAgain}
            </Button>
          }
        />
      )}
      {!changes && !history.isError && <Skeleton shape="row" count={2} />}
      {changes && (
        <Timeline
          label={texts.history}
          entries={changes.map((change) => ({
            id: String(change.version),
            title: wordsOf(change, currency).map((line) => <div key={line}>{line}</div>),
            meta: (
              <time dateTime={change.changedAt}>
                {texts.by(change.changedBy, formats.dateTime(change.changedAt))}
              </time>
            ),
          }))}
        />
      )}
      {history.hasNextPage && (
        <div className={styles.older}>
          <Button
            size="small"
            busy={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {texts.older}
          </Button>
        </div>
      )}
    </Block>
  );
}

function wordsOf({ before, after }: PriceChange, currency: string): string[] {
  const money = (amount: string) => formats.money(amount, currency);
  if (before === null) return [texts.made(money(after.listPrice), money(after.floorPrice))];
  const line = (words: (a: string, b: string) => string, a: string, b: string) =>
    a === b ? [] : [words(a, b)];
  return [
    ...line(texts.changedList, money(before.listPrice), money(after.listPrice)),
    ...line(texts.changedFloor, money(before.floorPrice), money(after.floorPrice)),
    ...line(texts.renamed, before.name, after.name),
    ...line(texts.moved, before.brandCode, after.brandCode),
  ];
}
