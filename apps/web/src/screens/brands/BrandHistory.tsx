import { Banner, Block, Button, Skeleton, Timeline } from '@seller-connect/ui';
import type { BrandChange } from '@seller-connect/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formats, shared } from '../../texts/index.ts';
import styles from './brands.module.css';
import { historyQuery } from './queries.ts';
import { texts } from './texts.ts';

/** Who changed the brand, when, from what to what. */
export function BrandHistory({ code }: { readonly code: string }) {
  const history = useInfiniteQuery(historyQuery(code));
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
            title: wordsOf(change).map((line) => <div key={line}>{line}</div>),
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

function wordsOf({ before, after }: BrandChange): string[] {
  if (before === null) return [texts.made];
  const { statuses } = texts;
  return [
    ...(before.name === after.name ? [] : [texts.renamed(before.name, after.name)]),
    ...(before.status === after.status
      ? []
      : [texts.turned(statuses[before.status], statuses[after.status])]),
  ];
}
