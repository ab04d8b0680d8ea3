import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePoolSizes, ConfigurationError, loadConfiguration } from './configuration.ts';

const both = { IDENTITY_ISSUER: 'https://login.example.com', IDENTITY_CLIENT_ID: 'shop' };

describe('configuration', () => {
  it('has working defaults for an empty environment', () => {
    const configuration = loadConfiguration({});
    expect(configuration.PORT).toBe(3000);
    expect(configuration.IDENTITY_PORT).toBe(3001);
    expect(configuration.appOrigin).toBe('http://localhost:3000');
    expect(configuration.identityOrigin).toBe('http://localhost:3001');
    expect([...configuration.roles]).toEqual(['web', 'api', 'identity', 'worker']);
    expect(configuration.demo).toBe(true);
  });

  it('is not a demo once marketplace keys are set, unless configured so', () => {
    for (const key of ['LAZADA_APP_KEY', 'SHOPEE_PARTNER_ID', 'TIKI_APP_ID', 'TIKTOK_APP_KEY']) {
      expect(loadConfiguration({ [key]: '1' }).demo).toBe(false);
    }
    expect(loadConfiguration({ LAZADA_APP_KEY: '1', DEMO: '1' }).demo).toBe(true);
    expect(loadConfiguration({ DEMO: '0' }).demo).toBe(false);
  });

  it.each([
    { ENVIRONMENT: 'production' },
    { APP_ORIGIN: 'https://app.example.com', IDENTITY_ORIGIN: 'https://id.example.com' },
    { APP_ORIGIN: 'https://localhost', IDENTITY_ORIGIN: 'https://localhost:3001' },
    { HOST: '0.0.0.0' },
    { DATABASE_URL: 'postgres://localhost/shop' },
  ])('is a demo by default on this machine only, otherwise explicitly: %j', (env) => {
    const start = () => loadConfiguration(env);
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(new RegExp(`${Object.keys(env)[0]}.*DEMO=0.*DEMO=1`));
    expect(loadConfiguration({ ...env, DEMO: '1' }).demo).toBe(true);
    expect(loadConfiguration({ ...env, DEMO: '0' }).demo).toBe(false);
    expect(loadConfiguration({ ...env, LAZADA_APP_KEY: '1' }).demo).toBe(false);
  });

  const site = (app: string, identity: string, more = {}) => ({
    DEMO: '0',
    APP_ORIGIN: app,
    IDENTITY_ORIGIN: identity,
    ...more,
  });
  it.each([
    ['https://www.shop.vn', 'https://login.company.com', /different sites.*SESSION_MODE=browser/],
    ['https://shop.com.vn', 'https://login.com.vn', /different sites/],
    ['http://127.0.0.1:3000', 'http://localhost:3001', /different sites/],
    ['https://10.0.0.1', 'https://10.0.0.2', /different sites/],
    ['https://10.0.0.1', 'https://11.0.0.1', /different sites/],
    ['https://app.example.com/shop', 'https://id.example.com', /APP_ORIGIN must be an origin/],
    ['ftp://app.example.com', 'https://id.example.com', /APP_ORIGIN must be an origin/],
    ['app.example.com', 'https://id.example.com', /APP_ORIGIN must be an origin/],
    ['https://app.example.com', 'http://localhost:3001', /https for both/],
    ['http://app.example.com', 'https://id.example.com', /APP_ORIGIN.*plain http/],
    ['http://localhost:3000', 'http://192.168.1.5:3001', /IDENTITY_ORIGIN.*plain http/],
  ])('refuses invalid combinations of origins: %s with %s', (app, identity, message) => {
    const start = () => loadConfiguration(site(app, identity));
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(message);
    expect(start).toThrow(/^[^\n]+\.$/);
  });

  it.each([
    ['https://app.example.com', 'https://id.example.com'],
    ['https://example.com', 'https://id.example.com:8443'],
    ['https://app.shop.com.vn', 'https://id.shop.com.vn'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3001'],
  ])('accepts origins of one site: %s with %s', (app, identity) => {
    expect(loadConfiguration(site(app, identity)).identityOrigin).toBe(identity);
  });

  it('accepts different sites with tokens in the browser, and for a worker only', () => {
    const apart = site('https://www.shop.vn', 'https://login.company.com');
    expect(loadConfiguration({ ...apart, SESSION_MODE: 'browser' }).SESSION_MODE).toBe('browser');
    const worker = { DEMO: '0', ROLES: 'worker', APP_ORIGIN: 'https://app.example.com' };
    expect(loadConfiguration(worker).appOrigin).toBe('https://app.example.com');
  });

  it('accepts a standby with an external database only', () => {
    const DATABASE_READ_URL = 'postgres://localhost:5433/shop';
    expect(() => loadConfiguration({ DATABASE_READ_URL })).toThrow(/set DATABASE_URL too/);
    const outside = { DATABASE_READ_URL, DATABASE_URL: 'postgres://localhost/shop', DEMO: '1' };
    expect(loadConfiguration(outside).DATABASE_READ_MAX_LAG_SECONDS).toBe(10);
  });

  it('trusts the named proxies only', () => {
    expect(loadConfiguration({}).trustedProxies).toEqual([]);
    const env = { TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32,192.0.2.1' };
    const expected = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'];
    expect(loadConfiguration(env).trustedProxies).toEqual(expected);
  });

  it('uses the identity provider for permissions unless another host is configured', () => {
    const own = {
      DEMO: '0',
      APP_ORIGIN: 'https://app.example.com',
      IDENTITY_ORIGIN: 'https://id.example.com',
    };
    expect(loadConfiguration(own).identityAdminOrigin).toBe('https://id.example.com');
    const named = { ...own, IDENTITY_ADMIN_ORIGIN: 'https://admin.example.com/' };
    expect(loadConfiguration(named).identityAdminOrigin).toBe('https://admin.example.com');
  });

  it('serves application and identity provider from one origin when they share a port', () => {
    expect(loadConfiguration({}).oneOrigin).toBe(false);
    expect(loadConfiguration({ PORT: '0', IDENTITY_PORT: '0' }).oneOrigin).toBe(false);
    const shared = { PORT: '4000', IDENTITY_PORT: '4000' };
    expect(loadConfiguration(shared)).toMatchObject({
      oneOrigin: true,
      identityOrigin: 'http://localhost:4000',
    });
    const named = { ...shared, DEMO: '0', APP_ORIGIN: 'https://app.example.com' };
    expect(loadConfiguration(named).identityOrigin).toBe('https://app.example.com');
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfiguration({ PORT: '', APP_ORIGIN: '' }).PORT).toBe(3000);
  });

  it.each([
    [{ PORT: 'many' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ ROLES: 'web,cook' }, /cook.*web, api, identity, worker/],
    [{ APP_ORIGIN: 'https://app.example.com/path' }, /APP_ORIGIN/],
    [{ IDENTITY_ADMIN_ORIGIN: 'admin.example.com' }, /IDENTITY_ADMIN_ORIGIN/],
    [{ IDENTITY_PORT: '3000', IDENTITY_ORIGIN: 'https://id.example.com' }, /IDENTITY_ORIGIN/],
    [{ IDENTITY_PORT: '3000', ROLES: 'api,identity' }, /role web/],
    [{ REPORTING_TOOLS: '[{]' }, /REPORTING_TOOLS/],
    [{ BRAND_PRESET: '{"id":"x"}' }, /BRAND_PRESET/],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, proxy.example' }, /TRUSTED_PROXIES.*proxy\.example/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES/],
    [{ METRICS_PORT: '3000' }, /METRICS_PORT must differ/],
    [{ METRICS_PORT: '3001' }, /METRICS_PORT must differ/],
    [{ METRICS_PORT: '0' }, /METRICS_PORT/],
    [{ SMTP_URL: 'https://mail.example.com' }, /SMTP_URL/],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /MAIL_FROM/],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'nobody' }, /MAIL_FROM/],
  ])('names the invalid setting: %j', (env, message) => {
    expect(() => loadConfiguration(env)).toThrow(ConfigurationError);
    expect(() => loadConfiguration(env)).toThrow(message);
  });

  it('never includes a secret in its message', () => {
    const secret = 'very-secret-value';
    for (const key of [
      'DATABASE_URL',
      'VAULT_KEYS',
      'REPORTING_TOOL_SECRETS',
      'LAZADA_APP_SECRET',
      'SMTP_URL',
      'METRICS_TOKEN',
    ]) {
      try {
        loadConfiguration({ [key]: secret, PORT: 'x' });
      } catch (error) {
        expect(String(error)).not.toContain(secret);
      }
    }
  });

  it('decisions 9: configures an external identity provider, with defaults', () => {
    expect(loadConfiguration({})).toMatchObject({ outside: null, SESSION_MODE: 'bff' });
    expect(loadConfiguration(both)).toMatchObject({
      SESSION_MODE: 'browser',
      identityAdminOrigin: 'https://login.example.com',
      outside: {
        scopes: ['openid', 'profile', 'email'],
        hasPermissions: false,
        validation: { by: 'signature', audience: 'shop' },
      },
    });
    const introspecting = {
      ...both,
      IDENTITY_TOKEN_VALIDATION: 'introspection',
      IDENTITY_INTROSPECTION_CLIENT_ID: 'server',
      IDENTITY_INTROSPECTION_SECRET: 'secret',
    };
    expect(loadConfiguration(introspecting).outside?.validation).toEqual({
      by: 'introspection',
      audience: 'shop',
      clientId: 'server',
      secret: 'secret',
    });
  });

  it.each([
    [{ IDENTITY_CLIENT_ID: 'shop' }, /IDENTITY_CLIENT_ID.*IDENTITY_ISSUER/],
    [{ IDENTITY_ISSUER: 'https://login.example.com' }, /IDENTITY_CLIENT_ID/],
    [{ ...both, IDENTITY_ISSUER: 'http://login.example.com' }, /https/],
    [{ ...both, IDENTITY_SCOPES: 'profile' }, /openid/],
    [{ ...both, IDENTITY_ADMIN_ORIGIN: 'https://admin.example.com' }, /read:permissions/],
    [{ ...both, SESSION_MODE: 'bff' }, /SESSION_MODE=bff/],
    [{ ...both, SESSION_MONITOR: 'bff' }, /SESSION_MONITOR=bff/],
    [{ ...both, IDENTITY_ORIGIN: 'https://id.example.com' }, /IDENTITY_ORIGIN/],
    [{ ...both, ADMINISTRATOR_EMAIL: 'a@example.com' }, /ADMINISTRATOR_EMAIL/],
    [{ ...both, PORT: '3001' }, /PORT and IDENTITY_PORT/],
    [{ ...both, IDENTITY_TOKEN_VALIDATION: 'introspection' }, /IDENTITY_INTROSPECTION_CLIENT_ID/],
    [{ ...both, IDENTITY_INTROSPECTION_SECRET: 'x' }, /IDENTITY_TOKEN_VALIDATION/],
    [{ LOGIN_TOKEN_NAME: 'ticket' }, /LOGIN_TOKEN_VALUE/],
    [{ CORE_API: 'core.example.com' }, /CORE_API/],
  ])('explains the contradiction in one sentence: %j', (env, message) => {
    const start = () => loadConfiguration(env);
    expect(start).toThrow(ConfigurationError);
    expect(start).toThrow(message);
    expect(start).toThrow(/^[^\n]+\.$/);
  });
});

describe('backups', () => {
  const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery' };
  const bucket = { ...passphrase, BACKUP_LOCATION: 's3://backups/shop/production' };
  const access = { BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' };

  it('are off without a location, and use a folder or a bucket', () => {
    expect(loadConfiguration({}).backup).toBeNull();
    expect(loadConfiguration({ ...passphrase, BACKUP_LOCATION: '/backups' }).backup).toMatchObject({
      location: { folder: '/backups' },
      intervalHours: 24,
      retentionDays: 30,
      logSeconds: 0,
    });
    expect(loadConfiguration({ ...bucket, ...access }).backup?.location).toMatchObject({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      bucket: 'backups',
      prefix: 'shop/production/',
    });
  });

  it.each([
    [{ BACKUP_LOCATION: '/backups' }, /BACKUP_PASSPHRASE/],
    [{ BACKUP_LOG_SECONDS: '60' }, /BACKUP_LOG_SECONDS needs BACKUP_LOCATION/],
    [{ ...passphrase, BACKUP_LOCATION: '/b', BACKUP_LOG_SECONDS: '5' }, /BACKUP_LOG_SECONDS/],
    [
      {
        ...passphrase,
        BACKUP_LOCATION: '/b',
        BACKUP_LOG_SECONDS: '60',
        DATABASE_URL: 'postgres://localhost/x',
        DEMO: '0',
      },
      /archive the log of DATABASE_URL with the tools of its server/,
    ],
    [
      { BACKUP_LOCATION: '/backups', BACKUP_PASSPHRASE: 'short' },
      /^BACKUP_PASSPHRASE must (?!.*short)/,
    ],
    [bucket, /BACKUP_S3_ACCESS_KEY_ID/],
    [{ ...bucket, ...access, BACKUP_LOCATION: 's3:backups' }, /s3:\/\/bucket/],
    [{ ...bucket, ...access, BACKUP_S3_ENDPOINT: 'storage.example.com' }, /BACKUP_S3_ENDPOINT/],
  ])('with %j are refused in a sentence', (env, message) => {
    expect(() => loadConfiguration(env)).toThrow(ConfigurationError);
    expect(() => loadConfiguration(env)).toThrow(message);
  });
});

const operations = readFileSync(
  join(import.meta.dirname, '../../../../../docs/operations.md'),
  'utf8',
);

it.each([
  ['web,api', '`web,api`'],
  ['identity', '`identity`'],
  ['worker', '`worker`'],
  ['web,api,identity,worker', 'all in one process'],
])('a process of %s opens as many connections as docs/operations.md states', (roles, row) => {
  const configuration = loadConfiguration({ ROLES: roles });
  const { application, identity, queue } = choosePoolSizes(configuration);
  // Processes with an API listen for events, processes with a worker for jobs: one connection each.
  const listening = ['api', 'worker'].filter((role) => roles.includes(role)).length;
  const line = operations.split('\n').findLast((each) => each.startsWith(`| ${row} `)) ?? '';
  const documented = Number(line.split('|').at(-2));
  expect(application + identity + queue + listening).toBe(documented);
});
