import {
  CheckCircleIcon,
  ChevronRightIcon,
  PartnerMark,
  Progress,
  StatusPill,
} from '@seller-connect/ui';
import type { ShopProgress, StreamProgress } from '@seller-connect/contract';
import { isAdAccount } from '../../shops/shopFilter.ts';
import { formats, sharedTexts, partnerName } from '../../i18n/index.ts';
import { knownText } from '../../i18n/knownText.ts';
import { texts } from './texts.ts';
import styles from './verified.module.css';

export interface ShopProgressRowProps {
  readonly shop: ShopProgress;
  /** Hides the streams. */
  readonly brief?: boolean;
}

/** What a seller waits for; the other streams are details. */
const mainStreams = ['orders', 'insights'];

/**
 * The sync of one shop: one line with a tick once all of it is read, until then one bar and the other streams on
 * request. A stream with a problem is always shown.
 */
export function ShopProgressRow({ shop, brief = false }: ShopProgressRowProps) {
  const isComplete =
    shop.state === 'up_to_date' &&
    shop.streams.every(({ state, problem }) => state === 'up_to_date' && problem === null);
  const main = shop.streams.find(({ stream }) => mainStreams.includes(stream)) ?? shop.streams[0];
  const visibleStreams = shop.streams.filter(
    (stream) => stream === main || stream.problem !== null,
  );
  const details = shop.streams.filter((stream) => !visibleStreams.includes(stream));
  const row = (stream: StreamProgress) => (
    <StreamRow key={stream.stream} stream={stream} label={labelOf(stream, shop)} />
  );
  return (
    // Sellers often use the same shop name on several marketplaces.
    <section className={styles.shop} aria-label={`${shop.name} (${partnerName(shop.platform)})`}>
      <div className={styles.shopHead}>
        <PartnerMark partner={shop.platform} size={24} />
        <h3 className={styles.shopName}>{shop.name}</h3>
        {isComplete && main && !brief ? (
          <span className={styles.count}>
            <CheckCircleIcon />
            {valueOf(main)}
          </span>
        ) : (
          <StatusPill state={shop.state}>
            {knownText(sharedTexts.syncStates, shop.state, sharedTexts.other)}
          </StatusPill>
        )}
      </div>
      {!brief && !isComplete && (
        <>
          {visibleStreams.map(row)}
          {details.length > 0 && (
            <details className={styles.details}>
              <summary>
                <ChevronRightIcon />
                {texts.details}
              </summary>
              <div className={styles.streams}>{details.map(row)}</div>
            </details>
          )}
        </>
      )}
    </section>
  );
}

/** Returns the number of rows, with the total if the partner provides one. It never estimates a percentage. */
function valueOf(stream: StreamProgress): string {
  if (stream.stream === 'shop')
    return knownText(sharedTexts.syncStates, stream.state, sharedTexts.other);
  const rows = formats.number(stream.rows);
  const format = knownText(texts.rows, stream.stream, String);
  if (stream.state === 'up_to_date') return format(rows);
  if (stream.expectedRows !== null) {
    const all = formats.number(Math.max(stream.expectedRows, stream.rows));
    return texts.rowsOf(rows, format(stream.isEstimate ? sharedTexts.about(all) : all));
  }
  if (stream.rows === 0) return stream.state === 'waiting' ? texts.waiting : texts.syncing;
  return texts.rowsSoFar(format(rows));
}

function labelOf({ stream }: StreamProgress, shop: ShopProgress): string {
  return stream === 'shop' && isAdAccount(shop)
    ? texts.account
    : knownText(sharedTexts.streams, stream, sharedTexts.other);
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
