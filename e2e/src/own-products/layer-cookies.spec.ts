import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test';
import { browserLaunchOptions, testBrowserFlags } from '../../../scripts/setup/browser.mjs';
import {
  logIn,
  startLogin,
  openPage,
  startApplication,
  type Application,
} from '../layer/application.ts';
import { selfSigned } from '../layer/certificate.ts';
import { startHostileSite, type CookieKind, type HostileSite } from '../layer/hostile-site.ts';
import { test } from '../test.ts';

interface Scenario {
  readonly where: string;
  readonly application: string;
  readonly provider: string;
  readonly secure: boolean;
  readonly cookie: CookieKind;
  readonly thirdParty: 'allowed' | 'blocked';
  /** Whether the provider's frames receive its cookie. */
  readonly reached: boolean;
}

const same = { application: 'localhost', provider: 'localhost', secure: false } as const;
const other = { application: 'app.localhost', provider: 'id.localhost', secure: true } as const;

const rows: readonly Scenario[] = [
  { where: 'same host, other port', ...same, cookie: 'Lax', thirdParty: 'allowed', reached: true },
  { where: 'same host, other port', ...same, cookie: 'Lax', thirdParty: 'blocked', reached: true },
  {
    where: 'http to https on the same host',
    ...same,
    secure: true,
    cookie: 'Lax',
    thirdParty: 'allowed',
    reached: false,
  },
  { where: 'another site', ...other, cookie: 'Lax', thirdParty: 'allowed', reached: false },
  { where: 'another site', ...other, cookie: 'None', thirdParty: 'allowed', reached: true },
  { where: 'another site', ...other, cookie: 'None', thirdParty: 'blocked', reached: false },
];

let profile: string;
let context: BrowserContext;

// A private window of a whole browser always blocks third-party cookies, so the context has a profile.
test.beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'seller-connect-cookies-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { cookie_controls_mode: 0 } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  context = await chromium.launchPersistentContext(profile, {
    ...browserLaunchOptions(testBrowserFlags),
    ignoreHTTPSErrors: true,
  });
});
test.afterAll(async () => {
  await context?.close();
  await rm(profile, { recursive: true, force: true });
});

/** Opens a page for which the browser allows or blocks third-party cookies. */
async function newPage(thirdParty: Scenario['thirdParty']): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCookieControls', {
    enableThirdPartyCookieRestriction: thirdParty === 'blocked',
  });
  return page;
}

for (const row of rows) {
  const { where, cookie, thirdParty, reached } = row;
  const name = `${where}, a ${cookie} cookie, third-party cookies ${thirdParty}`;
  test.describe(name, () => {
    let application: Application;
    let hostile: HostileSite;
    let page: Page;
    const warnings: string[] = [];

    test.beforeEach(async () => {
      const listenOptions = {
        host: row.provider,
        certificate: row.secure ? selfSigned(row.provider) : undefined,
      };
      // A new port gives the application empty storage. Cookies ignore ports, so they are cleared below.
      [application, hostile] = await Promise.all([
        startApplication({ host: row.application }),
        startHostileSite(listenOptions, cookie),
      ]);
      await context.clearCookies();
      page = await newPage(thirdParty);
      warnings.length = 0;
      page.on('console', (message) => {
        if (message.text().includes('session monitor')) warnings.push(message.text());
      });
    });
    test.afterEach(async () => {
      await page?.close();
      await Promise.all([application?.stop(), hostile?.stop()]);
    });

    const configure = (storage: { memory?: boolean }, monitor?: 'iframe' | 'sessionId') =>
      application.configure({
        config: {
          clientId: 'test-client',
          issuer: hostile.origin,
          allowInsecure: true,
          storage,
        },
        ...(monitor && { monitor }),
      });
    const silentRequests = () =>
      hostile.authorizationRequests.filter((url) => url.searchParams.has('prompt'));

    test(`a reload without a record ${reached ? 'logs in silently' : 'is logged out after one request'}`, async () => {
      configure({ memory: true });
      expect(await logIn(page, application)).toMatchObject({ status: 'logged-in' });
      hostile.authorizationRequests.length = 0;
      expect(await openPage(page, application)).toMatchObject({
        status: reached ? 'logged-in' : 'logged-out',
        error: null,
        frames: 0,
      });
      expect(silentRequests()).toHaveLength(1);
      // No redirect: if the session cannot be determined silently, the user has to start the login.
      expect(hostile.authorizationRequests).toHaveLength(1);
      expect(page.url()).toBe(`${application.origin}/`);
      if (reached) return;
      expect(await startLogin(page, application)).toMatchObject({ status: 'logged-in' });
    });

    test(`the refresh grant renews; the session frame ${reached ? 'sees the session' : 'ends nothing, and warns once that it is unusable'}`, async () => {
      configure({}, 'iframe');
      await page.clock.install();
      const before = await logIn(page, application);
      const monitorState = () =>
        page.evaluate(() => sessionStorage.getItem('login.user.test-client.monitor'));
      if (reached) await expect.poll(monitorState).toBe('iframe');
      else await expect.poll(() => warnings.length).toBe(1);
      for (let poll = 0; poll < 6; poll += 1) await page.clock.runFor(10_000);
      expect(await page.evaluate(() => window.layer.state())).toMatchObject({
        status: 'logged-in',
        error: null,
        frames: 1,
      });
      expect(warnings).toHaveLength(reached ? 0 : 1);
      // One request for the unknown visitor. If the cookie is blocked, the reported change is checked twice at most.
      expect(silentRequests()).toHaveLength(reached ? 1 : 3);
      expect(page.url()).toBe(`${application.origin}/callback`);

      expect(await page.evaluate(() => window.layer.renew())).toBeNull();
      const after = await page.evaluate(() => window.layer.state());
      expect(after).toMatchObject({ status: 'logged-in', sub: before.sub });
      expect(after.accessToken).not.toBe(before.accessToken);
    });
  });
}
