import type { Log } from '../../platform/log.ts';

/** One sign-in by its session, every one but that, or all of a person. */
export type EndedSignIns = { only: string } | { except: string } | 'all';

/** Drops what other domains have opened for sign-ins that are over. */
export type OnSignInsEnded = (
  who: { sub: string; tenantId: string },
  ended: EndedSignIns,
) => Promise<void>;

/** A Google login has led to a session: other domains bind to it what they opened by Google's token just before. */
export type OnSignInStarted = (
  who: { sub: string; tenantId: string },
  signInId: string,
) => Promise<void>;

/**
 * The sign-ins are over whether or not the others have heard of it, so a failure to tell them is logged and does not
 * fail the call: what they hold has an early end of its own.
 */
export function createSignInsEndedNotifier(
  listener: OnSignInsEnded | undefined,
  log: Pick<Log, 'error'>,
): OnSignInsEnded {
  return async (who, ended) => {
    await listener?.(who, ended).catch((error: unknown) => {
      log.error({ err: error, actor: who.sub }, 'what an ended sign-in had opened is still open');
    });
  };
}
