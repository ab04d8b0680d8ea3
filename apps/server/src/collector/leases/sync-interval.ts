import type { Stream } from '@seller-connect/contract';
import type { HeldStream } from './stream-store.ts';
import { usualPauseMs } from '../planning/platform-streams.ts';

const minuteMs = 60_000;

/** Where a partner's messages have told of everything, orders are still read this often: messages do get lost. */
const longestChangesMs = 30 * minuteMs;
/** A partner that has told nothing for so long is not relied upon. */
const reliedUponMs = 24 * 60 * minuteMs;
/** A change that is younger than this when it is found may have a message on its way. */
export const onItsWayMs = minuteMs;

/** What is known of a stream's messages. */
type Told = Pick<HeldStream, 'hintedAt' | 'quiet'>;

/** Whether changes are known at once, by the partner's messages, and the complete reading only makes sure. */
export function isLive({ hintedAt, quiet }: Told, now: Date): boolean {
  return hintedAt !== null && quiet > 0 && now.getTime() - hintedAt.getTime() < reliedUponMs;
}

/**
 * Milliseconds until a stream is read again after everything is in. Orders are read twice as seldom after each
 * reading that found nothing new, as long as the partner tells of what happens; one that was not told of brings
 * the usual pace back.
 */
export function pauseOf(
  { stream, ...told }: Told & { stream: Stream },
  changesEveryMs: number,
  now: Date,
): number {
  if (stream !== 'orders') return usualPauseMs[stream];
  if (!isLive(told, now)) return changesEveryMs;
  const longest = Math.max(changesEveryMs, longestChangesMs);
  return Math.min(longest, changesEveryMs * 2 ** Math.min(told.quiet, 20));
}
