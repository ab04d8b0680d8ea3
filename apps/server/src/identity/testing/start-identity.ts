import { randomBytes } from 'node:crypto';
import { generateKeyPair, type GenerateKeyPairResult } from 'jose';
import pg from 'pg';
import { createTestDatabase } from '../../../test/database.ts';
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { openDatabase, type Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createVault, createKeyring, type Vault } from '../../platform/vault/vault.ts';
import { freePort } from '../../../../../scripts/testing/free-ports.ts';
import { appOrigin } from './origins.ts';
import { createIdentity, type Identity, type IdentityDependencies } from '../index.ts';
import { withoutDomains } from './without-domains.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';

export { appOrigin };

export interface TestIdentity {
  origin: string;
  identity: Identity;
  database: Database;
  /** URL of the superuser, for connections with other roles. */
  url: string;
  /** Runs statements as the superuser, to inspect and change data. */
  admin(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops the listener and starts another one on the same database. */
  restart(env?: Record<string, string>, vault?: Vault): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions extends Partial<
  Omit<IdentityDependencies, 'configuration' | 'database'>
> {
  /** Wraps the provider's database. */
  watch?: (database: Database) => Database;
  /** Listens on the port in place of the provider's own listener. */
  listen?: (identity: Identity, port: number) => Promise<void>;
}

/** Costs next to nothing. The tests hash some thousand passwords, which takes minutes at the default cost. */
const lowCost = { memoryCost: 8, timeCost: 1 };

let rsaKeys: Promise<GenerateKeyPairResult> | undefined;

/**
 * Returns a generator whose first RSA key is the same for all providers of the process. It takes as much processor
 * time as the rest of a start.
 */
function createKeyGenerator(): typeof generateKeyPair {
  let isFirst = true;
  return (algorithm, options) => {
    if (algorithm !== 'RS256' || !isFirst) return generateKeyPair(algorithm, options);
    isFirst = false;
    return (rsaKeys ??= generateKeyPair(algorithm, options));
  };
}

/** Starts the identity provider with its own port and database, and by default with hashes of low cost. */
export async function startIdentity(
  env: Record<string, string> = {},
  options: StartOptions = {},
): Promise<TestIdentity> {
  const prepared = await createTestDatabase();
  const database = openDatabase({
    url: prepared.url,
    role: 'seller_connect_identity',
    poolSize: 8,
    log: createLog('silent'),
  });
  const adminPool = new pg.Pool({ connectionString: prepared.url, max: 2 });
  adminPool.on('error', () => undefined);
  let vault = options.vault ?? createVault(createKeyring([{ id: 'test', bytes: randomBytes(32) }]));
  const keyGenerator = createKeyGenerator();
  const port = await freePort();
  const origin = `http://localhost:${port}`;

  async function start(overrides: Record<string, string>): Promise<Identity> {
    const configuration = loadConfiguration({
      DEMO: '1',
      APP_ORIGIN: appOrigin,
      IDENTITY_PORT: String(port),
      LOG_LEVEL: 'silent',
      ...overrides,
    });
    const { watch, listen, ...given } = options;
    const identity = createIdentity({
      log: createLog('silent'),
      ...withoutDomains,
      passwords: createPasswordHasher(undefined, undefined, lowCost),
      generateKeyPair: keyGenerator,
      ...given,
      configuration,
      database: watch?.(database) ?? database,
      vault,
    });
    await (listen ? listen(identity, port) : identity.listen());
    return identity;
  }

  const running: TestIdentity = {
    origin,
    identity: await start(env),
    database,
    url: prepared.url,
    admin: async (text, values = []) => (await adminPool.query(text, values)).rows,
    async restart(overrides = {}, otherVault = vault) {
      await running.identity.close();
      vault = otherVault;
      running.identity = await start({ ...env, ...overrides });
    },
    async stop() {
      await running.identity.close();
      await database.close();
      await adminPool.end();
      await prepared.drop();
    },
  };
  return running;
}
