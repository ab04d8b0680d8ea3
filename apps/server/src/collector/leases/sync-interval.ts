import type { Stream } from '@seller-connect/contract';
import { backoffMs } from '../../platform/backoff.ts';
import type { LeasedStream } from './stream-store.ts';
import { defaultSyncIntervalMs } from '../planning/platform-streams.ts';

const minuteMs = 60_000;

/** Orders are synced at least this often even if pushes announce every change, because pushes get lost. */
const maxOrderSyncIntervalMs = 30 * minuteMs;
/** After this time without a push, pushes are not relied upon. */
const maxPushSilenceMs = 24 * 60 * minuteMs;
/** The push of a change that is younger than this may still be on its way. */
export const pushGraceMs = minuteMs;

type PushState = Pick<LeasedStream, 'hintedAt' | 'quiet'>;

/** Whether pushes announce changes at once, and polling is only a safeguard. */
export function isLive({ hintedAt, quiet }: PushState, now: Date): boolean {
  if (hintedAt === null || quiet === 0) return false;
  return now.getTime() - hintedAt.getTime() < maxPushSilenceMs;
}

/**
 * Returns the time until the next sync after a success, in milliseconds. While pushes announce changes, the interval of
 * orders doubles with each sync that finds no unannounced change; one unannounced change resets it. If pushes of the
 * partner get lost, no shop backs off: a small one would find out too late.
 */
export function syncIntervalOf(
  { stream, ...pushState }: PushState & { stream: Stream },
  orderSyncIntervalMs: number,
  now: Date,
  arePushesReliable = true,
): number {
  if (stream !== 'orders') return defaultSyncIntervalMs[stream];
  if (!arePushesReliable || !isLive(pushState, now)) return orderSyncIntervalMs;
  return backoffMs(pushState.quiet, {
    firstMs: orderSyncIntervalMs,
    maxMs: Math.max(orderSyncIntervalMs, maxOrderSyncIntervalMs),
  });
}

/** Shortens an interval by up to a fifth, which spreads the syncs of shops that were linked at the same time. */
export function jitterInterval(intervalMs: number, random: () => number): number {
  return intervalMs * (0.8 + random() * 0.2);
}
