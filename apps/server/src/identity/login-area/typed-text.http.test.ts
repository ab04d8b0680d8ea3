import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  authorizationRequest,
  Browser,
  locationOf,
  openLoginScreen,
  postForm,
} from '../testing/browser.ts';
import { startIdentity } from '../testing/start-identity.ts';

const build = await mkdtemp(join(tmpdir(), 'identity-typed-'));
const running = await startIdentity({ DEMO: '0' }, { build });
afterAll(async () => {
  await running.stop();
  await rm(build, { recursive: true, force: true });
});

await mkdir(join(build, 'sign-in'));
await writeFile(join(build, 'csp.json'), JSON.stringify({ scriptHashes: [], styleHashes: [] }));
/** Stand-ins for the pages of the web build. */
const pages = {
  'login.vi': '',
  'login.invalid_credentials.vi':
    '<input type="text" name="username" value="__LOGIN_HINT__"/><input type="checkbox" name="remember" value="true"/>',
  'register.validation.vi':
    '<input type="text" name="name"/><input type="email" name="email"/><input type="password" name="password"/>',
};
for (const [name, fields] of Object.entries(pages)) {
  await writeFile(join(build, 'sign-in', `${name}.html`), `<html><body>${fields}</body></html>`);
}

it('of a login is kept without script when the password is wrong', async () => {
  const browser = new Browser(running.origin);
  const interaction = await openLoginScreen(browser, authorizationRequest().url);
  const answer = await postForm(browser, `/oauth/interaction/${interaction}/login`, {
    username: 'lan@shop.vn',
    password: 'not-the-password',
    remember: 'true',
  });
  const { href } = locationOf(answer);
  expect(href).not.toContain('lan');
  const html = await (await browser.fetch(href)).text();
  expect(html).toContain('name="username" value="lan@shop.vn"');
  expect(html).toContain('<input checked="" type="checkbox" name="remember"');
  expect(html).not.toContain('not-the-password');
});

it('of a registration is kept without script until its error was shown', async () => {
  const browser = new Browser(running.origin);
  const answer = await postForm(browser, '/register', {
    name: '"><b>Lan __BEGIN__',
    email: 'lan@',
    password: 'bốn con mèo trên mái',
  });
  const { href } = locationOf(answer);
  expect(href).not.toContain('lan');
  const html = await (await browser.fetch(href)).text();
  expect(html).toContain('<input value="&#34;&#62;&#60;b&#62;Lan __BEGIN__" type="text"');
  expect(html).toContain('<input value="lan@" type="email"');
  expect(html).not.toContain('bốn con mèo');
  expect(await (await browser.fetch(href)).text()).not.toContain('lan@');
});
