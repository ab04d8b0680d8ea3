import { expect, type BrowserContext, type Page } from '@playwright/test';
import { logIn, openPage, startApplication, type Application } from '../layer/application.ts';
import { startHostileSite, type HostileSite } from '../layer/hostile-site.ts';
import type { PageSettings } from '../layer/page.ts';
import { test } from '../test.ts';

let application: Application;
let hostile: HostileSite;

test.beforeEach(async () => {
  [application, hostile] = await Promise.all([startApplication(), startHostileSite()]);
});
test.afterEach(() => Promise.all([application?.stop(), hostile?.stop()]));

function configure(config: Partial<PageSettings['config']> = {}, monitor?: 'iframe' | 'sessionId') {
  application.configure({
    config: { clientId: 'test-client', issuer: hostile.origin, allowInsecure: true, ...config },
    ...(monitor && { monitor }),
  });
}

const state = (page: Page) => page.evaluate(() => window.layer.state());
const renew = (page: Page) => page.evaluate(() => window.layer.renew());
const monitorIn = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('login.user.test-client.monitor'));

async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  for (const tab of tabs) {
    expect(await openPage(tab, application)).toMatchObject({ status: 'logged-in' });
  }
  return tabs;
}

test("works under script-src 'self' and require-trusted-types-for 'script': login, frames, renewal, logout", async ({
  page,
}) => {
  const violations: string[] = [];
  // Reported through the console, because an exposed function may keep the window from closing.
  page.on('console', (message) => {
    const [, text] = /^violation: (.*)/s.exec(message.text()) ?? [];
    if (text !== undefined) violations.push(text);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => {
      console.debug(`violation: ${violatedDirective} ${sample}`);
    });
  });
  configure({ storage: { memory: true } }, 'iframe');
  expect(await logIn(page, application)).toMatchObject({ status: 'logged-in' });
  await expect.poll(() => monitorIn(page)).toBe('iframe');
  expect(await openPage(page, application)).toMatchObject({ status: 'logged-in' });
  expect(await renew(page)).toBeNull();
  expect(violations).toEqual([]);
  // The policy is in force.
  const refused = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<b>text</b>';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  await expect.poll(() => violations.length).toBeGreaterThan(0);
  const away = page.waitForURL((url) => url.href === `${application.origin}/`);
  await page.evaluate(() => void window.layer.login.logout());
  await away;
});

test('no token, code or verifier is in console, errors, events or Referer, and no verifier in a URL', async ({
  page,
}) => {
  const outputs: string[] = [];
  page.on('console', (message) => void outputs.push(message.text()));
  page.on('pageerror', (error) => void outputs.push(String(error.stack)));
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(request.url());
  });
  /** Values that no URL may contain; a code and the logout hint may be in URLs. */
  const secrets = new Set<string>();
  const inAddresses = new Set<string>();
  const collect = async () => {
    const { accessToken, idToken, events } = await state(page);
    if (accessToken) secrets.add(accessToken);
    if (idToken) inAddresses.add(idToken);
    outputs.push(JSON.stringify(events));
  };
  configure({}, 'iframe');
  await logIn(page, application);
  expect(await renew(page)).toBeNull();
  await collect();
  // Each step that can fail does so once: exchange, renewal, user info.
  hostile.provider.setForgery({ claims: (claims) => ({ ...claims, iss: 'https://evil.test' }) });
  // The retry sends the refresh token again, which the refused response has used up.
  expect(await renew(page)).toBe('invalid_grant');
  await collect();
  await logIn(page, application);
  await collect();
  hostile.provider.setForgery({});
  hostile.provider.setUserInfo(500, {});
  outputs.push(
    await page.evaluate(() =>
      window.layer.login.userInfo().then(
        () => '',
        (error: unknown) => `${String(error)} ${JSON.stringify(error)}`,
      ),
    ),
  );
  for (const { params } of hostile.provider.tokenRequests()) {
    for (const name of ['code_verifier', 'refresh_token']) {
      const value = params.get(name);
      if (value !== null) secrets.add(value);
    }
    const code = params.get('code');
    if (code !== null) inAddresses.add(code);
  }
  expect(secrets.size).toBeGreaterThanOrEqual(5);
  expect(inAddresses.size).toBeGreaterThanOrEqual(3);
  const everything = [...outputs, ...hostile.referrers].join('\n');
  expect(everything).toContain('user-loaded');
  for (const secret of [...secrets, ...inAddresses]) expect(everything).not.toContain(secret);
  for (const secret of secrets) expect(opened.join('\n')).not.toContain(secret);
  expect(new Set(hostile.referrers)).toEqual(new Set([`${application.origin}/`]));
});

test('a reload on the callback, back, and the same callback again make exactly one token request', async ({
  page,
}) => {
  configure({ silent: 'never' });
  const callbacks: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('code=')) {
      callbacks.push(request.url());
    }
  });
  await logIn(page, application);
  expect(page.url()).toBe(`${application.origin}/callback`);
  await page.reload();
  expect(await state(page)).toMatchObject({ status: 'logged-in', error: null });
  await page.goBack();
  expect(await state(page)).toMatchObject({ status: 'logged-in', error: null });
  await page.goForward();
  expect(await state(page)).toMatchObject({ status: 'logged-in', error: null });
  expect(callbacks).toHaveLength(1);
  await page.goto(callbacks[0] ?? '');
  expect(await state(page)).toMatchObject({ status: 'logged-in', error: null });
  expect(page.url()).toBe(`${application.origin}/callback`);
  expect(hostile.provider.tokenRequests()).toHaveLength(1);
});

test('three tabs that renew at once, 50 rounds, make one exchange each and have the newest token', async ({
  context,
  page,
}) => {
  configure({ silent: 'never' });
  await logIn(page, application);
  const tabs = await openTabs(context, 3);
  for (let round = 1; round <= 50; round += 1) {
    expect(await renewAtOnce(tabs, page)).toEqual([null, null, null]);
    const tokens = await Promise.all(tabs.map(async (tab) => (await state(tab)).accessToken));
    expect(new Set(tokens).size).toBe(1);
    // The additional request is the initial code exchange.
    expect(hostile.provider.tokenRequests()).toHaveLength(1 + round);
  }
  expect(hostile.provider.revoked.size).toBe(0);
});

/**
 * Renews in all tabs at the same moment, which `starter` announces. Calls of a busy machine would come one after the
 * other, and each that comes after an exchange is one of its own.
 */
async function renewAtOnce(tabs: readonly Page[], starter: Page): Promise<unknown[]> {
  const renewals = await Promise.all(
    tabs.map((tab) =>
      tab.evaluateHandle(() => {
        const channel = new BroadcastChannel('renew');
        const announced = new Promise((started) => {
          channel.addEventListener('message', started, { once: true });
        }).finally(() => channel.close());
        return { problem: announced.then(() => window.layer.renew()) };
      }),
    ),
  );
  await starter.evaluate(() => new BroadcastChannel('renew').postMessage(null));
  return Promise.all(renewals.map((each) => each.evaluate(({ problem }) => problem)));
}

test('a logout in one tab logs out all others at once, and none of them renews afterwards', async ({
  context,
  page,
}) => {
  configure({ silent: 'never' });
  await logIn(page, application);
  const tabs = await openTabs(context, 2);
  const before = hostile.provider.tokenRequests().length;
  // Their clocks are paused, so they learn of the logout without polling.
  for (const tab of tabs) await tab.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => void window.layer.login.logout());
  await Promise.all(
    tabs.map((tab) =>
      tab.waitForFunction(() => window.layer.login.session().status === 'logged-out'),
    ),
  );
  for (const tab of tabs) await tab.clock.resume();
  for (const tab of tabs) expect(await renew(tab)).toBe('login_required');
  expect(hostile.provider.tokenRequests()).toHaveLength(before);
});
