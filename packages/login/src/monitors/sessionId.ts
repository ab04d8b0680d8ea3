import { decodeJwtPart } from '../protocol/sameIdentity.ts';
import type { Monitor } from '../dependencies.ts';
import { nonEmptyString } from '../guards.ts';
import type { StoredUser } from '../session/storedUser.ts';
import { fetchSessionInfo } from './sessionInfo.ts';
import type { SessionInfoOptions } from './sessionInfo.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/**
 * Creates the monitor `sessionId`: asks the provider by session id. It needs no cookie, so it works in
 * every browser.
 */
export function sessionIdMonitor(options: SessionInfoOptions = {}): Monitor {
  return createSessionMonitor('sessionId', (dependencies) => ({
    async ask(user) {
      const id = sessionIdOf(user);
      if (id === null) return 'unusable';
      const headers = { 'x-session-id': id };
      return fetchSessionInfo(dependencies, '/oauth/sessions/info', options, { headers });
    },
  }));
}

/** Returns the `sid` claim of the ID token, or the session state. */
function sessionIdOf({ idToken, sessionState }: StoredUser): string | null {
  const sid = idToken === null ? null : decodeJwtPart(idToken, 1)?.['sid'];
  return nonEmptyString(sid) ?? sessionState;
}
