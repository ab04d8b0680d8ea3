import { PartnerMark, Progress, StatusPill } from '@seller-connect/ui';
import type { ShopProgress, StreamProgress } from '@seller-connect/contract';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { formats, sharedTexts } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import styles from './verified.module.css';

export interface ShopProgressRowProps {
  readonly shop: ShopProgress;
  /** Hides the streams. */
  readonly brief?: boolean;
}

/** The sync progress of one shop, by stream. */
export function ShopProgressRow({ shop, brief = false }: ShopProgressRowProps) {
  return (
    // Sellers often use the same shop name on several marketplaces.
    <section
      className={styles.shop}
      aria-label={`${shop.name} (${sharedTexts.partners[shop.platform]})`}
    >
      <div className={styles.shopHead}>
        <PartnerMark partner={shop.platform} size={24} />
        <h3 className={styles.shopName}>{shop.name}</h3>
        <StatusPill state={shop.state}>{sharedTexts.syncStates[shop.state]}</StatusPill>
      </div>
      {!brief &&
        shop.streams.map((stream) => (
          <StreamRow key={stream.stream} stream={stream} label={labelOf(stream, shop)} />
        ))}
    </section>
  );
}

/** Returns the number of rows, with the total if the partner provides one. It never estimates a percentage. */
function valueOf(stream: StreamProgress): string {
  if (stream.stream === 'shop') return sharedTexts.syncStates[stream.state];
  const rows = formats.number(stream.rows);
  const format = texts.rows[stream.stream];
  if (stream.expectedRows !== null) {
    const all = formats.number(Math.max(stream.expectedRows, stream.rows));
    return texts.rowsOf(rows, format(stream.isEstimate ? sharedTexts.about(all) : all));
  }
  if (stream.state === 'up_to_date') return format(rows);
  if (stream.rows === 0) return stream.state === 'waiting' ? texts.waiting : texts.syncing;
  return texts.rowsSoFar(format(rows));
}

function labelOf({ stream }: StreamProgress, shop: ShopProgress): string {
  return stream === 'shop' && isAdAccount(shop) ? texts.account : sharedTexts.streams[stream];
}

interface StreamRowProps {
  readonly stream: StreamProgress;
  readonly label: string;
}

function StreamRow({ stream, label }: StreamRowProps) {
  const { problem } = stream;
  return (
    <div>
      <Progress
        label={label}
        share={stream.state === 'up_to_date' ? 1 : stream.state === 'waiting' ? 0 : stream.progress}
        valueText={valueOf(stream)}
      />
      {problem && (
        <p className={styles.problem}>
          {problem.message}
          {problem.retryAt !== null && ` ${texts.retryAt(formats.upcoming(problem.retryAt))}`}
        </p>
      )}
    </div>
  );
}
