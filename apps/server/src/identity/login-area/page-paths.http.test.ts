import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';
import { normalizePageUrl } from './page-paths.ts';

const build = await mkdtemp(join(tmpdir(), 'identity-page-paths-'));
await mkdir(join(build, 'sign-in'));
await writeFile(join(build, 'csp.json'), JSON.stringify({ scriptHashes: [], styleHashes: [] }));
for (const page of ['login.demo', 'register', 'forgot-password']) {
  await writeFile(join(build, 'sign-in', `${page}.vi.html`), `<html>${page}</html>`);
}
const own = await startIdentity({}, { build });
const app = createApp(createLog('silent'), { rewriteUrl: normalizePageUrl });
const shared = await startIdentity(
  {},
  {
    build,
    async listen(identity, port) {
      await identity.mount(app, async (reply) => reply.send('application'));
      await app.listen({ host: 'localhost', port });
    },
  },
);
afterAll(async () => {
  await app.close();
  await Promise.all([own.stop(), shared.stop()]);
  await rm(build, { recursive: true, force: true });
});

const get = (origin: string, path: string, accept = 'text/html,*/*') =>
  fetch(new URL(path, origin), { headers: { accept }, redirect: 'manual' });

describe.each([
  { arrangement: 'on an origin of its own', origin: own.origin },
  { arrangement: 'beside the application', origin: shared.origin },
])('the login area $arrangement', ({ origin }) => {
  it.each([
    ['/Register', 'register'],
    ['/register/', 'register'],
    ['/FORGOT-PASSWORD/?ui_locales=vi', 'forgot-password'],
    ['/oauth/authorize/?interaction=x', 'login'],
    ['/OAuth/Authorize?interaction=x', 'login'],
  ])('spec 2: has its page at %s too', async (path, page) => {
    const answer = await get(origin, path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(page)]);
  });

  it('keeps the 404 of calls', async () => {
    for (const path of ['/oauth/nothing', '/nothing']) {
      expect((await get(origin, path, 'application/json')).status).toBe(404);
    }
  });
});

it.each(['/nothing', '/register/more', '/oauth/nothing', '/oauth/callback'])(
  'spec 2: %s is unmatched and leads to /404 of the application',
  async (path) => {
    const answer = await get(own.origin, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${appOrigin}/404`]);
  },
);

it.each(['/oauth/nothing', '/oauth/callback', '/oauth/callback/tiki/'])(
  'spec 2: %s beside the application is for its router',
  async (path) => {
    expect(await (await get(shared.origin, path)).text()).toBe('application');
  },
);

it('normalizes nothing but the paths of pages', () => {
  for (const url of ['/', '/registers', '/Brands/', '/oauth/authorize/Abc', '/oauth/Token']) {
    expect(normalizePageUrl(url)).toBe(url);
  }
});
