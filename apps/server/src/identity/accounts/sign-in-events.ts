import type { Log } from '../../platform/log.ts';

/** The ended sign-ins of an account: one session, all but one, or all. */
export type EndedSignIns = { only: string } | { except: string } | 'all';

/** Ends what other domains opened for sign-ins that are over. */
export type OnSignInsEnded = (
  who: { sub: string; tenantId: string },
  ended: EndedSignIns,
) => Promise<void>;

/**
 * Called when a Google login has started a session, so that other domains can bind to it what Google's token
 * opened.
 */
export type OnSignInStarted = (
  who: { sub: string; tenantId: string },
  signInId: string,
) => Promise<void>;

/**
 * Returns a notifier of ended sign-ins. A failing listener is logged and does not fail the call: the sign-ins are
 * over regardless, and what other domains hold for them expires early by itself.
 */
export function createSignInsEndedNotifier(
  listener: OnSignInsEnded,
  log: Pick<Log, 'error'>,
): OnSignInsEnded {
  return async (who, ended) => {
    await listener(who, ended).catch((error: unknown) => {
      log.error(
        { event: 'identity.sign_out_incomplete', err: error, actor: who.sub },
        'Sessions of an ended sign-in could not be closed',
      );
    });
  };
}
