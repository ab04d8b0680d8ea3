import type { Session } from '../src/platform/http/http.ts';

/** Returns a session for the next hour, for routes that are served without the rest of the program. */
export function testSession(session: Pick<Session, 'tenantId' | 'accountId' | 'role'>): Session {
  return {
    ...session,
    expiresAt: new Date(Date.now() + 3_600_000),
    tokenHash: Buffer.alloc(32),
  };
}
