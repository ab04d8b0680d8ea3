import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { loadConfiguration } from '../../platform/configuration.ts';
import { openDatabase } from '../../platform/database.ts';
import { createVault, keyring } from '../../platform/vault/index.ts';
import { createPartners, ShopAccessError } from '../index.ts';

/** What a reader process is told, as JSON in its first argument. */
export const ReaderTask = Type.Object({
  databaseUrl: Type.String(),
  vaultKey: Type.Object({ id: Type.String(), base64: Type.String() }),
  environment: Type.Record(Type.String(), Type.String()),
  tenantId: Type.String(),
  shopId: Type.String(),
  users: Type.Integer(),
  refreshLeaseMs: Type.Integer(),
});

/** Many users of one shop who read it again and again, until the process is killed. */
const task = Value.Parse(ReaderTask, JSON.parse(process.argv[2] ?? ''));
const log = pino({ level: 'silent' });
const { id, base64 } = task.vaultKey;
const partners = createPartners({
  configuration: loadConfiguration(task.environment),
  database: openDatabase({ url: task.databaseUrl, role: 'seller_connect_app', poolSize: 8, log }),
  vault: createVault(keyring([{ id, bytes: Buffer.from(base64, 'base64') }])),
  log,
  refreshLeaseMs: task.refreshLeaseMs,
});

async function readOnAndOn(): Promise<void> {
  for (;;) {
    try {
      await partners.withShopAccess(task.tenantId, task.shopId, (access, connector) =>
        connector.readShop(access),
      );
      process.stdout.write('read\n');
    } catch (error) {
      const reason = error instanceof ShopAccessError ? error.reason : null;
      process.stdout.write(`failed ${String(error)} ${reason ?? ''}\n`);
    }
    await delay(20);
  }
}

await Promise.all(Array.from({ length: task.users }, readOnAndOn));
