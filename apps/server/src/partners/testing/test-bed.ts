import { randomBytes } from 'node:crypto';
import { Authorization, LinkResult } from '@seller-connect/contract';
import { startSandbox, type Sandbox } from '@seller-connect/partners/testing';
import pg from 'pg';
import { pino } from 'pino';
import { Value } from 'typebox/value';
import { afterAll } from 'vitest';
import { callJson } from '../../../test/call-json.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createHttp, type Http, type Session } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { createKeyring, openVault, type Vault } from '../../platform/vault/vault.ts';
import { lazadaSettings, partnerSettings } from '../../../test/partner-settings.ts';
import { createPartners, type Partners, type PartnersDependencies } from '../index.ts';

/** The partners domain with its own database and sandbox. */
export interface TestBed {
  sandbox: Sandbox;
  server: TestDatabase;
  database: Database;
  /** The only key of the vault. */
  key: { id: string; bytes: Buffer };
  vault: Vault;
  /** Environment for further processes. */
  environment: Record<string, string>;
  log: Log;
  partners: Partners;
  http: Http;
  /** Links a shop like a seller does. Returns its id. */
  link(who: TestUser, externalShopId: string): Promise<string>;
  /** Runs a query as the owner of the schema, bypassing row-level security. */
  owner(text: string): Promise<Record<string, unknown>[]>;
  /** Returns all log lines so far. */
  logged(): string;
  /** Creates another instance on the same database and sandbox. */
  another(options?: Partial<PartnersDependencies>): Promise<Partners>;
}

/** A signed-in user. The bearer token is the name. */
export interface TestUser extends Session {
  name: string;
}

export function testUser(
  name: string,
  tenantId: string = newId(),
  role: TestUser['role'] = 'owner',
): TestUser {
  const expiresAt = new Date(Date.now() + 3_600_000);
  const tokenHash = randomBytes(32);
  return { name, tenantId, accountId: `account-${name}`, role, expiresAt, tokenHash };
}

/** Starts the domain for the tests of a file, and stops it after them. */
export async function startTestBed(
  users: TestUser[],
  options: Partial<PartnersDependencies> = {},
): Promise<TestBed> {
  const [sandbox, server] = await Promise.all([
    startSandbox({ SANDBOX_SIZE: 'tiny' }),
    createTestDatabase(),
  ]);
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const database = openDatabase({
    url: server.url,
    role: 'seller_connect_app',
    poolSize: 20,
    log,
  });
  const owner = new pg.Pool({ connectionString: server.url, max: 2 });
  owner.on('error', () => undefined);
  const key = { id: 'test', bytes: randomBytes(32) };
  const vault = await openVault(database, createKeyring([key]));
  const environment = {
    DEMO: '1',
    SANDBOX_PORT: new URL(sandbox.controlUrl).port,
    ...lazadaSettings(sandbox.lazadaUrl, 200),
    ...partnerSettings(sandbox),
  };
  const configuration = loadConfiguration(environment);
  const startAnother = async (overrides: Partial<PartnersDependencies> = {}) =>
    createPartners({ configuration, database, vault, log, ...options, ...overrides });
  const partners = await startAnother();
  const http = await createHttp({
    log,
    authenticate: async (token) => users.find((each) => each.name === token) ?? null,
  });
  partners.routes(http);
  await http.app.ready();
  afterAll(async () => {
    await http.app.close();
    await Promise.all([database.close(), owner.end()]);
    await Promise.all([server.drop(), sandbox.stop()]);
  });
  return {
    sandbox,
    server,
    database,
    key,
    vault,
    environment,
    log,
    partners,
    http,
    async link(who, externalShopId) {
      if (!users.includes(who)) users.push(who);
      const url = '/partner/authorize?platform=LAZADA';
      const authorized = await callJson(http, who.name, 'GET', url);
      const { state } = Value.Parse(Authorization, authorized.body);
      const accessToken = await sandbox.authorize(externalShopId);
      const credential = { platform: 'LAZADA', accessToken, state };
      const { body } = await callJson(http, who.name, 'POST', '/partner/credential', credential);
      const [shop] = Value.Parse(LinkResult, body).shops;
      if (!shop) throw new Error(`The shop was not linked: ${JSON.stringify(body)}`);
      return shop.id;
    },
    owner: async (text) => (await owner.query<Record<string, unknown>>(text)).rows,
    logged: () => lines.join(''),
    another: startAnother,
  };
}
