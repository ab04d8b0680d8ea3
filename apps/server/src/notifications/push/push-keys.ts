import { createECDH } from 'node:crypto';
import { sql, type Database } from '../../platform/database/database.ts';
import type { SealContext, Vault } from '../../platform/vault/vault.ts';

/** The key pair of this installation at push services, base64url: an uncompressed point and a scalar of P-256. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export interface PushKeyDependencies {
  database: Database;
  vault: Vault;
  /** The private key of the settings; without one, a key pair is created once and stored. */
  configuredKey: string | undefined;
}

const readStatement = sql('notifications.push_key', 'select sealed from notifications.push_key');
const insertStatement = sql(
  'notifications.add_push_key',
  `insert into notifications.push_key (sealed, key_id, created_at) values ($1, $2, now())
   on conflict (only_row) do nothing`,
);
const readOldSealStatement = sql(
  'notifications.push_key_by_old_key',
  'select sealed from notifications.push_key where key_id <> $1 for update',
);
const replaceSealStatement = sql(
  'notifications.rewrap_push_key',
  'update notifications.push_key set sealed = $1, key_id = $2',
);

const sealContext: SealContext = {
  tenantId: '',
  purpose: 'notifications.push_key',
  id: 'push',
  version: 0,
};

/**
 * Returns a function that loads the key pair at its first call. Processes that create one at the same time end up with
 * the one that was stored first.
 */
export function createPushKeyLoader({
  database,
  vault,
  configuredKey,
}: PushKeyDependencies): () => Promise<PushKeys> {
  async function load(): Promise<PushKeys> {
    if (configuredKey !== undefined) return toKeys(Buffer.from(configuredKey, 'base64url'));
    const [stored] = await database.query<{ sealed: Buffer }>(readStatement);
    if (stored) return toKeys(await vault.open(sealContext, stored.sealed));
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const sealed = await vault.seal(sealContext, pair.getPrivateKey());
    await database.execute(insertStatement, [sealed, vault.keyIdOf(sealed)]);
    return load();
  }
  let loading: Promise<PushKeys> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function toKeys(scalar: Buffer): PushKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  // The padded form of the scalar, as web keys have it.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}

/** Seals the stored key under the newest vault key. Returns the number of changes. */
export async function rewrapPushKey(database: Database, vault: Vault): Promise<number> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ sealed: Buffer }>(readOldSealStatement, [vault.currentKeyId]);
    const sealed = row && (await vault.rewrap(sealContext, row.sealed));
    if (!sealed) return 0;
    return tx.execute(replaceSealStatement, [sealed, vault.keyIdOf(sealed)]);
  });
}
