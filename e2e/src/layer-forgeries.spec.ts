import { expect, test } from '@playwright/test';
import { forgeriesOf } from '@seller-connect/login/test/forgeries.ts';
import { logIn, openPage, startApplication, type Application } from './layer/application.ts';
import { startHostileSite, type HostileSite } from './layer/hostile-site.ts';

let application: Application;
let hostile: HostileSite;

test.beforeAll(async () => {
  [application, hostile] = await Promise.all([startApplication(), startHostileSite()]);
  application.configure({
    config: {
      clientId: 'test-client',
      issuer: hostile.origin,
      allowInsecure: true,
      silent: false,
    },
  });
});
test.afterAll(() => Promise.all([application?.stop(), hostile?.stop()]));

test('spec 5: every forged response of a real provider is refused, each with a code of its own', async ({
  page,
}) => {
  const printed: string[] = [];
  page.on('console', (message) => void printed.push(message.text()));
  const forgeries = await forgeriesOf(hostile.provider);
  expect(forgeries.length).toBeGreaterThanOrEqual(16);
  for (const [name, forgery, code, message] of forgeries) {
    hostile.provider.setForgery(forgery);
    const state = await logIn(page, application);
    expect(state, name).toMatchObject({
      status: 'logged-out',
      error: { code, message },
      accessToken: null,
    });
    expect(await page.evaluate(() => localStorage.length), name).toBe(0);
    expect(page.url(), name).toBe(`${application.origin}/callback`);
  }
  hostile.provider.setForgery({});
  expect(await logIn(page, application)).toMatchObject({ status: 'logged-in', sub: 'user-1' });
  expect(await openPage(page, application)).toMatchObject({ status: 'logged-in', sub: 'user-1' });
  expect(printed.join('\n')).not.toMatch(/access-\d|refresh-\d|code-\d|eyJ/);
});
