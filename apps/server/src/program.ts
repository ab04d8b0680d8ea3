import type { FastifyInstance } from 'fastify';
import { createIdentity, type Account, type Identity } from './identity/index.ts';
import { createPartners } from './partners/index.ts';
import type { Configuration } from './platform/configuration.ts';
import { openDatabase, sql, type Database } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { serveHealth } from './platform/health.ts';
import { createHttp } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { migrate } from './platform/migrations.ts';
import { loadKeyring, openVault } from './platform/vault/index.ts';
import { createSellers, type People } from './sellers/index.ts';
import { serveWeb } from './web/index.ts';

export interface Program {
  stop(): Promise<void>;
}

const ping = sql('program.ping', 'select 1');

/**
 * Starts the roles that the configuration names, in the order in which they need each other.
 * Whatever was started is stopped again when a later part fails.
 */
export async function startProgram(configuration: Configuration, log: Log): Promise<Program> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) {
      await each().catch((error: unknown) =>
        log.error({ err: error }, 'a part did not stop cleanly'),
      );
    }
  };
  try {
    await startParts(configuration, log, stops);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  configuration: Configuration,
  log: Log,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { roles } = configuration;
  const url = configuration.DATABASE_URL ?? (await startOwnDatabase(configuration, log, stops));
  await migrate(configuration.DATABASE_ADMIN_URL ?? url);

  const connect = (role: 'seller_connect_app' | 'seller_connect_identity'): Database => {
    const opened = openDatabase({ url, role, poolSize: configuration.DATABASE_POOL_SIZE, log });
    stops.push(() => opened.close());
    return opened;
  };
  const database = connect('seller_connect_app');
  const identityDatabase = connect('seller_connect_identity');
  const vault = await openVault(
    database,
    await loadKeyring({
      keys: configuration.VAULT_KEYS,
      dataDir: configuration.dataDir,
      mayUseFile: configuration.demo || configuration.VAULT_KEY_FILE_ALLOWED === '1',
    }),
  );

  const identity = createIdentity({ configuration, database: identityDatabase, vault, log });
  if (roles.has('identity')) {
    await identity.listen();
    stops.push(() => identity.close());
  }

  const sellers = createSellers({ database, people: peopleOf(identity) });
  const partners = createPartners({ configuration, database, vault, log });

  if (roles.has('web') || roles.has('api')) {
    const http = await createHttp({ log, authenticate: sellers.authenticate });
    stops.push(() => http.app.close());
    serveHealth(http.app, [
      { name: 'database', check: async () => void (await database.query(ping)) },
    ]);
    if (roles.has('api')) {
      sellers.routes(http);
      partners.routes(http);
    }
    if (roles.has('web')) await serveWeb(http.app, configuration);
    await listen(http.app, configuration.HOST, configuration.PORT);
  }
}

async function startOwnDatabase(
  configuration: Configuration,
  log: Log,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const server = await startEmbeddedPostgres({
    dataDir: configuration.dataDir,
    log: (line) => log.debug({ line }, 'postgres'),
  });
  stops.push(() => server.stop());
  return server.connectionString;
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  await app.listen({ host, port });
}

/** The identity domain as the sellers domain needs it. */
function peopleOf(identity: Identity): People {
  return {
    verifyAccessToken: (token) => identity.verifyAccessToken(token),
    person: async (sub) => {
      const account = await identity.account(sub);
      return account && toPerson(account);
    },
  };
}

function toPerson(account: Account) {
  const { sub, tenantId, name, picture, email, phoneNumber, address, birthday } = account;
  const { roles, permissions, metaData, updatedAt } = account;
  return {
    ...{ sub, tenantId, name, picture, email, phoneNumber, address, birthday },
    ...{ roles, permissions, metaData, updatedAt },
  };
}
