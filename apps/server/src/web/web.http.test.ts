import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../platform/config/configuration.ts';
import { createApp } from '../platform/http/http.ts';
import { createLog } from '../platform/log.ts';
import { serveWeb } from './index.ts';

let build: string;
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'web-build-'));
  await mkdir(join(build, 'assets'));
  await writeFile(join(build, 'index.html'), '<html><head><!--page-configuration--></head></html>');
  await writeFile(join(build, 'service-worker.js'), 'self;');
  await writeFile(join(build, 'csp.json'), '{"scriptHashes":[],"styleHashes":[]}');
});
afterEach(() => rm(build, { recursive: true }));

/** Returns the application's page for an installation with these settings. */
async function pageWith(env: Record<string, string>, origins?: string[]) {
  const app = createApp(createLog('silent'));
  const outside = origins ? { origins: async () => origins } : null;
  await serveWeb(app, { configuration: loadConfiguration(env), build, outside });
  const answer = await app.inject({ url: '/settings', headers: { accept: 'text/html' } });
  await app.close();
  const json = /id="page-configuration">([^<]*)</.exec(answer.body)?.[1] ?? '{}';
  const configuration: unknown = JSON.parse(json);
  return { configuration, policy: String(answer.headers['content-security-policy']) };
}

describe('the page of the application', () => {
  const origins = {
    DEMO: '0',
    APP_ORIGIN: 'https://app.example.com',
    IDENTITY_ORIGIN: 'https://id.example.com',
  };

  it('spec 7: uses the identity provider for permissions by default', async () => {
    const { configuration, policy } = await pageWith(origins);
    expect(configuration).toMatchObject({ identity: { adminOrigin: 'https://id.example.com' } });
    expect(policy).toContain("connect-src 'self' https://id.example.com;");
  });

  it('spec 7: uses the configured identity admin host, and allows it in the CSP', async () => {
    const env = { ...origins, IDENTITY_ADMIN_ORIGIN: 'https://admin.example.com' };
    const { configuration, policy } = await pageWith(env);
    expect(configuration).toMatchObject({
      identity: { origin: 'https://id.example.com', adminOrigin: 'https://admin.example.com' },
    });
    expect(policy).toContain(
      "connect-src 'self' https://id.example.com https://admin.example.com;",
    );
    expect(policy).toContain('frame-src https://id.example.com;');
  });

  it('spec 7: uses its own origin for both APIs, or the configured ones, and allows them in the CSP', async () => {
    const own = await pageWith(origins);
    expect(own.configuration).toMatchObject({
      catalogueApi: 'https://app.example.com/catalogue',
      coreApi: 'https://app.example.com',
    });
    const { configuration, policy } = await pageWith({
      ...origins,
      CATALOGUE_API: 'https://catalogue.example.com/v2/',
      CORE_API: 'https://core.example.com',
    });
    expect(configuration).toMatchObject({
      catalogueApi: 'https://catalogue.example.com/v2',
      coreApi: 'https://core.example.com',
    });
    expect(policy).toContain(
      "connect-src 'self' https://id.example.com https://catalogue.example.com https://core.example.com;",
    );
  });

  it('spec 4: passes silent mode, revoke check, monitor and the login token from the configuration', async () => {
    const shipped = await pageWith({});
    expect(shipped.configuration).toMatchObject({
      identity: { silent: 'known', revokeCheck: false, monitor: 'iframe', session: 'bff' },
    });
    expect(shipped.configuration).not.toHaveProperty('identity.token');
    const { configuration } = await pageWith({
      SILENT_LOGIN: 'always',
      REVOKE_CHECK: '1',
      SESSION_MONITOR: 'sessionId',
      LOGIN_TOKEN_NAME: 'login_ticket',
      LOGIN_TOKEN_VALUE: 'one',
    });
    expect(configuration).toMatchObject({
      identity: {
        silent: 'always',
        revokeCheck: true,
        monitor: 'sessionId',
        token: { name: 'login_ticket', value: 'one' },
      },
    });
  });

  it.each(['/%E0%A4%A', '/brands/%', '/nope%00', '/brands?q=a%00b', '/?refer=%00', '/nope?x=%'])(
    'spec 2: serves the page at %s too, whose router leads to /404 where nothing matches',
    async (url) => {
      const app = createApp(createLog('silent'));
      await serveWeb(app, { configuration: loadConfiguration({}), build });
      const page = await app.inject({ url, headers: { accept: 'text/html' } });
      const call = await app.inject({ url: '/nope/%zz', headers: { accept: 'application/json' } });
      await app.close();
      expect([page.statusCode, page.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect([call.statusCode, call.json()]).toEqual([
        404,
        expect.objectContaining({ error: 'not_found', requestId: expect.any(String) }),
      ]);
    },
  );

  it('serves a service worker for the whole origin that may load from this origin only', async () => {
    const app = createApp(createLog('silent'));
    await serveWeb(app, { configuration: loadConfiguration({}), build });
    const { statusCode, headers } = await app.inject('/service-worker.js');
    await app.close();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
      'cache-control': 'no-cache',
    });
  });

  it('serves files of the build for good, with no header that only a page or a range needs', async () => {
    await writeFile(join(build, 'assets', 'index-hash.js'), 'self;');
    const app = createApp(createLog('silent'));
    await serveWeb(app, { configuration: loadConfiguration({}), build });
    const { headers } = await app.inject('/assets/index-hash.js');
    const missing = await app.inject('/assets/index-other.js');
    await app.close();
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(Object.keys(headers).toSorted()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
      'vary',
      'x-content-type-options',
    ]);
    expect([missing.statusCode, missing.headers['x-request-id']]).toEqual([404, expect.anything()]);
  });

  it('decisions 9: relays the response of an external provider from a hidden frame to its parent', async () => {
    const settings = { IDENTITY_ISSUER: 'https://login.example.net', IDENTITY_CLIENT_ID: 'shop' };
    const app = createApp(createLog('silent'));
    await serveWeb(app, { configuration: loadConfiguration(settings), build });
    const relay = await app.inject({ url: '/oauth/relay?code=1&state=2' });
    await app.close();
    expect(relay.body).toContain('parent.postMessage(');
    expect(relay.body).not.toContain('code=1');
    expect(relay.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; frame-ancestors 'self'$/,
    );
  });

  it('decisions 9: redirects to an external identity provider, and allows its origins in the CSP', async () => {
    const env = {
      DEMO: '0',
      APP_ORIGIN: 'https://app.example.com',
      IDENTITY_ISSUER: 'https://login.example.net/realm',
      IDENTITY_CLIENT_ID: 'shop',
    };
    const { configuration, policy } = await pageWith(env, [
      'https://login.example.net',
      'https://tokens.example.net',
    ]);
    expect(configuration).toMatchObject({
      identity: {
        issuer: 'https://login.example.net/realm',
        origin: 'https://login.example.net',
        isOutside: true,
        adminOrigin: 'https://login.example.net',
        clientId: 'shop',
        scopes: ['openid', 'profile', 'email'],
        session: 'browser',
        silentRedirectUri: 'https://app.example.com/oauth/relay',
      },
    });
    expect(policy).toContain(
      "connect-src 'self' https://login.example.net https://tokens.example.net;",
    );
    expect(policy).toContain(
      "frame-src 'self' https://login.example.net https://tokens.example.net;",
    );
  });
});
