/** The identity provider as its own program, so that a test can kill it. */
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createVault, createKeyring } from '../../platform/vault/vault.ts';
import { createIdentity } from '../index.ts';
import { appOrigin } from './origins.ts';
import { withoutDomains } from './without-domains.ts';

const { DATABASE_URL: url, IDENTITY_PORT: port, VAULT_KEY: key } = process.env;
if (!url || !port || !key) throw new Error('DATABASE_URL, IDENTITY_PORT and VAULT_KEY are needed');
const log = createLog(process.env['LOG_LEVEL'] ?? 'silent');
const identity = createIdentity({
  ...withoutDomains,
  configuration: loadConfiguration({ DEMO: '1', APP_ORIGIN: appOrigin, IDENTITY_PORT: port }),
  database: openDatabase({ url, role: 'seller_connect_identity', poolSize: 10, log }),
  vault: createVault(createKeyring([{ id: 'test', bytes: Buffer.from(key, 'base64') }])),
  log,
});
await identity.listen();
process.stdout.write('listening\n');
