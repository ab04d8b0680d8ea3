import { expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { createBackendSessionStore } from './backend-sessions.ts';

const { database } = await openTestDatabase({ role: 'seller_connect_identity' });
const store = createBackendSessionStore(database, {
  demo: false,
  identityOrigin: 'http://localhost',
});

it('keeps the lease of a process from one whose clock is ahead', async () => {
  const answer = { access_token: 'a', expires_in: 60, token_type: 'Bearer', scope: '' };
  const { secret } = await store.open(
    { uid: 'a session', accountId: newId(), transient: false, signedInAt: new Date() },
    { refreshToken: 'r', scopes: '', answer },
  );
  const lease = await store.acquire(secret);
  if (!lease) throw new Error('The session was not leased');
  vi.setSystemTime(Date.now() + 60_000);
  try {
    // A second exchange of the same refresh token would end the sign-in.
    expect(await store.acquire(secret)).toBeNull();
    await store.release(secret, lease);
    expect(await store.acquire(secret)).toMatchObject({ generation: 1 });
  } finally {
    vi.useRealTimers();
  }
});
