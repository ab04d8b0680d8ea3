import { randomBytes } from 'node:crypto';
import { createIdentity } from '../../../apps/server/src/identity/index.ts';
import { withoutDomains } from '../../../apps/server/src/identity/testing/without-domains.ts';
import { loadConfiguration } from '../../../apps/server/src/platform/config/configuration.ts';
import { openDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createVault, createKeyring } from '../../../apps/server/src/platform/vault/vault.ts';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import type { WithDatabase } from '../harness/database.ts';

/** Runs the identity provider alone on a database of its own. It trusts the `X-Forwarded-For` header of its callers. */
export async function withIdentity<T>(
  given: { appOrigin: string; withDatabase: WithDatabase },
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  return given.withDatabase(async ({ url }) => {
    const log = createLog('silent');
    const configuration = loadConfiguration({
      DEMO: '1',
      APP_ORIGIN: given.appOrigin,
      IDENTITY_PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1,::1',
    });
    const poolSize = configuration.DATABASE_POOL_SIZE;
    const database = openDatabase({ url, role: 'seller_connect_identity', poolSize, log });
    const vault = createVault(createKeyring([{ id: 'bench', bytes: randomBytes(32) }]));
    const identity = createIdentity({ ...withoutDomains, configuration, database, vault, log });
    try {
      await identity.listen();
      return await work(configuration.identityOrigin);
    } finally {
      await identity.close();
      await database.close();
    }
  });
}
