import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings, resolveReplayPaths } from './settings.ts';

it('uses the default ports and the sandbox without marketplace keys', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 3000,
    identityPort: 3001,
    sandboxPort: 3100,
    sandbox: true,
  });
  expect(settings.environment).toMatchObject({ DATA_DIR: settings.dataDir });
  // If DEMO is unset, the server decides whether demo mode is allowed.
  expect(settings.environment).not.toHaveProperty('DEMO');
});

it('omits the sandbox when a marketplace key is set or the demo is off', () => {
  for (const key of [
    'LAZADA_APP_KEY',
    'SHOPEE_PARTNER_ID',
    'TIKI_APP_ID',
    'TIKTOK_APP_KEY',
    'FACEBOOK_APP_ID',
  ]) {
    expect(readSettings({ [key]: '1' }).sandbox).toBe(false);
  }
  expect(readSettings({ DEMO: '0' }).sandbox).toBe(false);
  expect(readSettings({ DEMO: '1', LAZADA_APP_KEY: '1' }).sandbox).toBe(true);
});

it('runs the sandbox with one process only when roles are split', () => {
  expect(readSettings({ ROLES: 'web,api' }).sandbox).toBe(true);
  expect(readSettings({ ROLES: 'worker' }).sandbox).toBe(false);
});

it('treats an empty variable as absent', () => {
  expect(readSettings({ PORT: '', DEMO: '', DATA_DIR: '' })).toMatchObject({
    port: 3000,
    sandbox: true,
  });
});

it.each(['abc', '0', '70000', '1.5'])('refuses the port %s with one sentence', (port) => {
  expect(() => readSettings({ IDENTITY_PORT: port })).toThrow(
    `IDENTITY_PORT is "${port}"; it is a port number from 1 to 65535.`,
  );
});

it('resolves the path of a replay from the folder of the caller', () => {
  expect(resolveReplayPaths('lazada:orders.csv')).toBe(`lazada:${resolve('orders.csv')}`);
  expect(resolveReplayPaths('lazada:/a.csv, lazada:b.csv')).toBe(
    `lazada:/a.csv,lazada:${resolve('b.csv')}`,
  );
});

it('resolves the folder of backups from the folder of the caller, and keeps the URL of a bucket', () => {
  const locationOf = (location: string) =>
    readSettings({ BACKUP_LOCATION: location }).environment['BACKUP_LOCATION'];
  expect(locationOf('backups')).toBe(resolve(process.env['CALLER_FOLDER'] ?? '.', 'backups'));
  expect(locationOf('s3://bucket/prefix')).toBe('s3://bucket/prefix');
});
