import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { CrashPoint, createCrasher } from '../../platform/database/testing/crash-points.ts';
import { loadConfiguration } from '../../platform/config/configuration.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createVault, createKeyring } from '../../platform/vault/vault.ts';
import { createRandom } from '../../../test/random.ts';
import { createPartners, ShopAccessError } from '../index.ts';

/** Task of a reader process, passed as JSON in its first argument. */
export const ReaderTask = Type.Object({
  databaseUrl: Type.String(),
  vaultKey: Type.Object({ id: Type.String(), base64: Type.String() }),
  environment: Type.Record(Type.String(), Type.String()),
  tenantId: Type.String(),
  /** Shops that each user fetches in random order. */
  shopIds: Type.Array(Type.String(), { minItems: 1 }),
  users: Type.Integer(),
  /** Seed of the random order. Each user has an order of its own. */
  seed: Type.Integer(),
  refreshLeaseMs: Type.Integer(),
  refreshCooldownMs: Type.Optional(Type.Integer()),
  diesAt: Type.Optional(CrashPoint),
});

export type ReaderTask = Static<typeof ReaderTask>;

/** This program simulates users who fetch shops repeatedly until the process is killed. */
const task = Value.Parse(ReaderTask, JSON.parse(process.argv[2] ?? ''));
const log = pino({ level: 'silent' });
const { id, base64 } = task.vaultKey;

// Reports every refresh with the hash of the token that it spends; no two refreshes may spend one token concurrently.
const originalFetch = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const text = `${input instanceof Request ? input.url : String(input)} ${typeof init?.body === 'string' ? init.body : ''}`;
  const token = /(?:refresh|fb_exchange)_token(?:"\s*:\s*"|=)([\w.~%-]{8,})/.exec(text)?.[1];
  if (token === undefined) return originalFetch(input, init);
  const name = hash('sha256', token, 'hex').slice(0, 24);
  const tell = (what: string) =>
    process.stdout.write(`${what} ${name} ${performance.timeOrigin + performance.now()}\n`);
  tell('began');
  try {
    return await originalFetch(input, init);
  } finally {
    tell('ended');
  }
};

const partners = createPartners({
  configuration: loadConfiguration(task.environment),
  database: createCrasher(task.diesAt ? [task.diesAt] : []).through(
    openDatabase({ url: task.databaseUrl, role: 'seller_connect_app', poolSize: 8, log }),
  ),
  vault: createVault(createKeyring([{ id, bytes: Buffer.from(base64, 'base64') }])),
  log,
  refreshLeaseMs: task.refreshLeaseMs,
  refreshTakeoverDelayMs: task.refreshLeaseMs / 3,
  ...(task.refreshCooldownMs !== undefined && { refreshCooldownMs: task.refreshCooldownMs }),
});

async function readRepeatedly(user: number): Promise<void> {
  const random = createRandom(task.seed + user);
  for (;;) {
    const shopId = task.shopIds[Math.floor(random() * task.shopIds.length)] ?? '';
    try {
      await partners.withShopAccess(task.tenantId, shopId, (access, connector) =>
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

await Promise.all(Array.from({ length: task.users }, (_, user) => readRepeatedly(user)));
