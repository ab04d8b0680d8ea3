import type { Platform } from '@seller-connect/partners';

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
