import { afterEach, describe, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  demoPassword,
  openLoginScreen,
  postLogin,
  signInForTokens,
} from '../testing/browser.ts';
import { startIdentity, type TestIdentity } from '../testing/start-identity.ts';

const accounts = ['seller@demo.test', 'shop@demo.test', 'staff@demo.test'];

let running: TestIdentity;
afterEach(() => running.stop());

async function signInStatus(username: string): Promise<number> {
  const browser = new Browser(running.origin);
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  return (await postLogin(browser, interaction, { username, password: demoPassword })).status;
}

describe('demo accounts', () => {
  it('do not exist outside demo mode', async () => {
    running = await startIdentity({ DEMO: '0' });
    expect(await running.admin('select 1 from identity.account')).toHaveLength(0);
    for (const name of accounts) expect(await signInStatus(name)).toBe(401);
  });

  it('of an earlier demo are disabled and signed out, and restored with the demo', async () => {
    running = await startIdentity({ DEMO: '1' });
    for (const name of accounts) expect(await signInStatus(name)).toBe(200);
    const { tokens } = await signInForTokens(running.origin);

    await running.restart({ DEMO: '0' });
    for (const name of accounts) expect(await signInStatus(name)).toBe(401);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    const usable = await running.admin('select 1 from identity.account where disabled_at is null');
    expect(usable).toHaveLength(0);

    await running.restart({ DEMO: '1' });
    expect(await signInStatus('seller@demo.test')).toBe(200);
    expect(await running.admin('select 1 from identity.account')).toHaveLength(3);
  });
});
