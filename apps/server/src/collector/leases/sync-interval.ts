import type { Stream } from '@seller-connect/contract';
import type { LeasedStream } from './stream-store.ts';
import { defaultSyncIntervalMs } from '../planning/platform-streams.ts';

const minuteMs = 60_000;

/** Where a partner's messages have told of everything, orders are still read this often: messages do get lost. */
const maxOrderSyncIntervalMs = 30 * minuteMs;
/** A partner that has told nothing for so long is not relied upon. */
const maxPushSilenceMs = 24 * 60 * minuteMs;
/** A change that is younger than this when it is found may have a message on its way. */
export const pushGraceMs = minuteMs;

/** What is known of a stream's messages. */
type PushState = Pick<LeasedStream, 'hintedAt' | 'quiet'>;

/** Whether changes are known at once, by the partner's messages, and the complete reading only makes sure. */
export function isLive(
  { hintedAt: lastPushAt, quiet: pushCoveredSyncs }: PushState,
  now: Date,
): boolean {
  return (
    lastPushAt !== null &&
    pushCoveredSyncs > 0 &&
    now.getTime() - lastPushAt.getTime() < maxPushSilenceMs
  );
}

/**
 * Milliseconds until a stream is read again after everything is in. Orders are read twice as seldom after each
 * reading that found nothing new, as long as the partner tells of what happens; one that was not told of brings
 * the usual pace back.
 */
export function syncIntervalOf(
  { stream, ...pushState }: PushState & { stream: Stream },
  orderSyncIntervalMs: number,
  now: Date,
): number {
  if (stream !== 'orders') return defaultSyncIntervalMs[stream];
  if (!isLive(pushState, now)) return orderSyncIntervalMs;
  const maxIntervalMs = Math.max(orderSyncIntervalMs, maxOrderSyncIntervalMs);
  return Math.min(maxIntervalMs, orderSyncIntervalMs * 2 ** Math.min(pushState.quiet, 20));
}
