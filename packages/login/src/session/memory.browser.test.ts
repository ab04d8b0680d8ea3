import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFramedProvider } from '../../test/framedProvider.ts';
import { createHostileProvider } from '../../test/hostileProvider.ts';
import type { HostileProvider } from '../../test/hostileProvider.ts';
import { clearBrowser, createPage } from '../../test/page.ts';

let provider: HostileProvider;
let framed: Awaited<ReturnType<typeof createFramedProvider>>;
let page: ReturnType<typeof createPage>;

beforeEach(async () => {
  await clearBrowser();
  provider = await createHostileProvider();
  framed = await createFramedProvider(provider);
  framed.setMessages((address) => {
    const { searchParams } = new URL(provider.authorize(address));
    return [{ type: 'authorization_response', response: Object.fromEntries(searchParams) }];
  });
  page = createPage(provider);
});
afterEach(async () => {
  page.close();
  await framed.close();
});

const config = () => ({ ...framed.config, storage: { memory: true } });

describe('the record in memory', () => {
  test('stores no token, through login and renewal', async () => {
    const login = await page.signIn(config());
    await login.renew();
    expect(login.isLoggedIn()).toBe(true);
    for (const area of [localStorage, sessionStorage]) {
      expect(JSON.stringify(Object.values(area))).not.toMatch(/access-|refresh-|ey/);
    }
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('is restored by a silent login on reload', async () => {
    await page.signIn(config());
    const login = page.reload(config());
    const { ready } = await login.start();
    expect((await ready).status).toBe('logged-in');
    expect(framed.authorizationRequests).toHaveLength(1);
  });

  test('is removed by a logout in another page', async () => {
    const first = await page.signIn(config());
    const other = createPage(provider);
    const second = await other.signIn(config());
    await first.logout();
    await expect.poll(() => second.user(), { timeout: 60_000 }).toBeNull();
    await expect(second.renew()).rejects.toMatchObject({ code: 'login_required' });
    other.close();
  });
});
