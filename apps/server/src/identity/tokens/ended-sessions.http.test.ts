import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  type Browser,
  callApi,
  locationOf,
  signInForTokens,
} from '../testing/browser.ts';
import { pauseBefore } from '../testing/pause-before.ts';
import { startIdentity } from '../testing/start-identity.ts';

/** Before the provider saves a session. */
const beforeSave = pauseBefore(
  ({ name }, values) => name.startsWith('identity.save_') && values?.[0] === 'Session',
);

const running = await startIdentity({}, { watch: beforeSave.watch });
afterAll(() => running.stop());

const silentLogin = (browser: Browser) =>
  browser.fetch(authorizationRequest({ prompt: 'none' }).url);

async function uidOf(accessToken: string): Promise<string> {
  const token = await running.identity.verifyAccessToken(accessToken);
  return token?.sessionUid ?? '';
}

describe('a session that ends while a request uses it', () => {
  it('stays ended when the owner ends it in another session', async () => {
    const own = await signInForTokens(running.origin);
    const other = await signInForTokens(running.origin);
    const uid = await uidOf(other.tokens.access_token);
    beforeSave.once(async () => {
      const ended = await callApi(
        running.origin,
        own.tokens,
        'DELETE',
        `/users/me/sessions/${uid}`,
      );
      expect(ended.ok).toBe(true);
    });
    await silentLogin(other.browser);
    expect(beforeSave.isPending()).toBe(false);
    const again = locationOf(await silentLogin(other.browser));
    expect(again.searchParams.get('error')).toBe('login_required');
    expect(await running.identity.verifyAccessToken(other.tokens.access_token)).toBeNull();
  });

  it('stays ended when all access of the account is revoked', async () => {
    const { browser, tokens } = await signInForTokens(running.origin);
    const token = await running.identity.verifyAccessToken(tokens.access_token);
    beforeSave.once(async () => {
      await running.admin('delete from identity.artifact where account_id = $1', [token?.sub]);
    });
    await silentLogin(browser);
    expect(beforeSave.isPending()).toBe(false);
    const again = locationOf(await silentLogin(browser));
    expect(again.searchParams.get('error')).toBe('login_required');
  });
});
