import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfiguration } from './configuration.ts';
import {
  isSecretSetting,
  renderChartSchema,
  renderEnvironmentFile,
} from './deployment-settings.ts';
import { Environment } from './environment.ts';

const folder = join(import.meta.dirname, '../../../../../deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const known = new Set(Object.keys(Environment.properties));

const Compose = Type.Object({
  services: Type.Object({
    'seller-connect': Type.Object({
      environment: Type.Record(Type.String(), Type.String()),
      read_only: Type.Literal(true),
      cap_drop: Type.Tuple([Type.Literal('ALL')]),
    }),
  }),
});

it('the settings file and the chart schema list every setting (regenerate with `npx vitest -u`)', async () => {
  await expect(renderEnvironmentFile()).toMatchFileSnapshot(join(folder, 'seller-connect.env'));
  await expect(renderChartSchema()).toMatchFileSnapshot(join(folder, 'chart/values.schema.json'));
});

it('the settings file starts the program once its secrets are filled in', () => {
  const settings = Object.fromEntries(
    renderEnvironmentFile()
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split(/=(.*)/s)),
  );
  const key = `1:${Buffer.alloc(32, 1).toString('base64')}`;
  const configuration = loadConfiguration({ ...settings, VAULT_KEYS: key });
  expect(configuration).toMatchObject({ demo: false, ENVIRONMENT: 'production' });
});

it('lists the secret settings', () => {
  const secret = [...known].filter(isSecretSetting);
  expect(secret).toEqual([
    'DATABASE_URL',
    'DATABASE_ADMIN_URL',
    'IDENTITY_INTROSPECTION_SECRET',
    'VAULT_KEYS',
    'SMTP_URL',
    'VAPID_PRIVATE_KEY',
    'ZALO_SECRET_KEY',
    'ZALO_OA_SECRET_KEY',
    'ZALO_REFRESH_TOKEN',
    'LAZADA_APP_SECRET',
    'SHOPEE_PARTNER_KEY',
    'SHOPEE_PUSH_KEY',
    'TIKI_APP_SECRET',
    'TIKTOK_APP_SECRET',
    'FACEBOOK_APP_SECRET',
    'GOOGLE_CLIENT_SECRET',
    'REPORTING_TOOL_SECRETS',
    'METRICS_TOKEN',
  ]);
});

it('the values of the chart match its schema, which refuses unknown and secret settings', () => {
  const schema: object = JSON.parse(renderChartSchema());
  const values = Value.Parse(
    Type.Record(Type.String(), Type.Unknown()),
    parse(read('chart/values.yaml')),
  );
  expect(Check(schema, values)).toBe(true);
  for (const name of ['APP_ORIGINS', 'DATABASE_URL', 'ROLES']) {
    expect(Check(schema, { ...values, settings: { [name]: 'x' } })).toBe(false);
  }
});

it('compose.yaml, the unit, the image and the chart set existing settings only', () => {
  const { environment } = Value.Parse(Compose, parse(read('compose.yaml'))).services[
    'seller-connect'
  ];
  const unit = [...read('systemd/seller-connect.service').matchAll(/^Environment=(\w+)=/gm)];
  const image = [...read('image/Containerfile').matchAll(/^(?:ENV)?\s+(\w+)=/gm)];
  const chart = [...read('chart/templates/workloads.yaml').matchAll(/- name: ([A-Z_]+)$/gm)];
  const namesOf = (matches: RegExpMatchArray[]) => matches.flatMap(([, name]) => name ?? []);
  const names = [
    ...Object.keys(environment),
    ...namesOf(unit),
    ...namesOf(image),
    ...namesOf(chart),
  ];
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'DATA_DIR', 'HOST', 'ROLES']));
  // A setting of the C library.
  expect(names.filter((name) => !known.has(name))).toEqual(['MALLOC_ARENA_MAX']);
});
