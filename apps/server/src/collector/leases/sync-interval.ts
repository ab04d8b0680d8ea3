import type { Stream } from '@seller-connect/contract';
import type { Platform } from '@seller-connect/partners';
import { backoffMs } from '../../platform/poll.ts';
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

/** Share of changes that pushes may miss before no shop of the partner relies on them. */
const maxMissedShare = 0.01;
/** Fewer missed changes say nothing: a single shop may have its own reason. */
const minMissed = 5;
/** Changes are counted in periods of this length. */
const periodMs = 10 * 60_000;
/**
 * After a loss, pushes are not relied upon for so long. At the beginning of a rush, pushes come at once, and lost ones
 * are known a few minutes later.
 */
const distrustMs = 30 * 60_000;

/**
 * Learns from the syncs of this process which partners' pushes announce changes. A shop with few orders sees too few
 * changes to find out by itself that pushes get lost.
 */
export interface PushReliability {
  /** Records changes that a push announced. */
  recordAnnounced(platform: Platform, changes: number): void;
  /** Records changes that no push had announced by the time they were fetched. */
  recordMissed(platform: Platform, changes: number): void;
  isReliable(platform: Platform): boolean;
}

interface Period {
  startedAt: number;
  announced: number;
  missed: number;
}

export function createPushReliability(now: () => Date): PushReliability {
  const periods = new Map<Platform, Period>();
  const lossesAt = new Map<Platform, number>();

  function record(platform: Platform, announced: number, missed: number): void {
    const at = now().getTime();
    const known = periods.get(platform);
    const current =
      known && at - known.startedAt < periodMs ? known : { startedAt: at, announced: 0, missed: 0 };
    current.announced += announced;
    current.missed += missed;
    periods.set(platform, current);
    const changes = current.announced + current.missed;
    if (current.missed >= minMissed && current.missed > changes * maxMissedShare) {
      lossesAt.set(platform, missed > 0 ? at : (lossesAt.get(platform) ?? at));
    }
  }

  return {
    recordAnnounced: (platform, changes) => record(platform, changes, 0),
    recordMissed: (platform, changes) => record(platform, 0, changes),
    isReliable: (platform) =>
      now().getTime() - (lossesAt.get(platform) ?? Number.NEGATIVE_INFINITY) > distrustMs,
  };
}
