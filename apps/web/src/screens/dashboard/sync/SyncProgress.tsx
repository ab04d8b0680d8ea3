import type { ShopProgress, StreamProgress, SyncStatus } from '@seller-connect/contract';
import { PartnerMark, Progress, Quiet, StatusPill } from '@seller-connect/ui';
import { isSyncPending } from '../../../shops/shopSync.ts';
import { formats, sharedTexts } from '../../../i18n/index.ts';
import { knownText } from '../../../i18n/knownText.ts';
import { texts } from './texts.ts';
import styles from './SyncProgress.module.css';

/** The progress of each shop: growing counts, with a share only if the total is known. */
export default function SyncProgress({ synced }: { readonly synced: SyncStatus }) {
  const shops = synced.shops.filter(
    (shop) => shop.state !== 'up_to_date' || shop.streams.some(isPendingStream),
  );
  return (
    <ul className={styles.list}>
      {shops.map((shop) => (
        <ShopRow key={shop.shopId} shop={shop} />
      ))}
    </ul>
  );
}

function ShopRow({ shop }: { readonly shop: ShopProgress }) {
  return (
    <li className={styles.shop}>
      <div className={styles.head}>
        <PartnerMark partner={shop.platform} />
        <span className={styles.name}>{shop.name}</span>
        {/* New orders are synced while the backfill still runs: "up to date" would contradict the progress bars. */}
        {shop.state !== 'up_to_date' && (
          <StatusPill state={shop.state}>
            {knownText(sharedTexts.syncStates, shop.state, sharedTexts.other)}
          </StatusPill>
        )}
      </div>
      <div className={styles.streams}>
        {shop.streams.filter(isPendingStream).map((stream) => (
          <Progress
            key={stream.stream}
            label={knownText(sharedTexts.streams, stream.stream, sharedTexts.other)}
            share={stream.progress}
            valueText={countOf(stream)}
          />
        ))}
      </div>
      {shop.streams.flatMap(({ stream, problem }) =>
        problem ? (
          <Quiet key={stream} as="p">
            {problem.retryAt === null
              ? problem.message
              : texts.retryAt(problem.message, formats.dateTime(problem.retryAt))}
          </Quiet>
        ) : (
          []
        ),
      )}
    </li>
  );
}

/** The shop stream is a single call: its bar would disappear before it can be read. */
function isPendingStream({ stream, state }: StreamProgress): boolean {
  return stream !== 'shop' && isSyncPending(state);
}

function countOf({ stream, rows, expectedRows, isEstimate }: StreamProgress): string {
  const format = knownText(texts.rows, stream, String);
  if (expectedRows !== null && expectedRows > 0) {
    const all = formats.number(Math.max(rows, expectedRows));
    return texts.of(formats.number(rows), format(isEstimate ? sharedTexts.about(all) : all));
  }
  return rows > 0 ? format(formats.number(rows)) : texts.starting;
}
