import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from '../platform/configuration.ts';
import { createApp } from '../platform/http.ts';
import { createLog } from '../platform/log.ts';
import { serveWeb } from './index.ts';

let build: string;
beforeEach(async () => {
  build = await mkdtemp(join(tmpdir(), 'web-build-'));
  await mkdir(join(build, 'assets'));
  await writeFile(join(build, 'index.html'), '<html><head></head><body></body></html>');
  await writeFile(join(build, 'csp.json'), '{"scriptHashes":[],"styleHashes":[]}');
});
afterEach(() => rm(build, { recursive: true }));

/** The application's page as an installation with these settings shows it. */
async function pageWith(env: Record<string, string>) {
  const app = createApp(createLog('silent'));
  await serveWeb(app, loadConfiguration(env), build);
  const answer = await app.inject({ url: '/settings', headers: { accept: 'text/html' } });
  await app.close();
  const json = /id="page-configuration">([^<]*)</.exec(answer.body)?.[1] ?? '{}';
  const configuration: unknown = JSON.parse(json);
  return { configuration, policy: String(answer.headers['content-security-policy']) };
}

describe('the application’s page', () => {
  const origins = {
    APP_ORIGIN: 'https://app.example.com',
    IDENTITY_ORIGIN: 'https://id.example.com',
  };

  it('spec 7: asks the identity provider itself what a person may do, when no other host is named', async () => {
    const { configuration, policy } = await pageWith(origins);
    expect(configuration).toMatchObject({ identity: { adminOrigin: 'https://id.example.com' } });
    expect(policy).toContain("connect-src 'self' https://id.example.com;");
  });

  it('spec 7: asks the identity admin host that the environment names, and may reach it', async () => {
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
});
