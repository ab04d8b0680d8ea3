import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { SealContext, Vault } from '../../platform/vault/vault.ts';
import { ZaloError, type ZaloClient, type ZaloTokens } from './zalo-client.ts';

export interface ZaloTokenDependencies {
  database: Database;
  vault: Vault;
  client: Pick<ZaloClient, 'refresh'>;
  /** The refresh token of the settings. */
  seed: string;
  log: Pick<Log, 'error' | 'info'>;
  /** Interval of attempts to store new tokens; half a second by default. */
  storeRetryMs?: number;
}

interface TokenRow {
  revision: number;
  sealed: Buffer;
  /** By the database's clock. */
  isFresh: boolean;
  hasJustFailed: boolean;
}

const seedStatement = sql(
  'notifications.seed_zalo_token',
  `insert into notifications.zalo_token as t (seed_hash, revision, sealed, key_id, expires_at)
   values ($1, 0, $2, $3, '-infinity')
   on conflict (only_row) do update set seed_hash = excluded.seed_hash, revision = 0, sealed = excluded.sealed,
     key_id = excluded.key_id, expires_at = excluded.expires_at, lease_expires_at = null, failed_at = null
     where t.seed_hash <> excluded.seed_hash`,
);
const readStatement = sql(
  'notifications.zalo_token',
  `select revision, sealed, expires_at > now() + interval '5 minutes' as is_fresh,
     coalesce(failed_at > now() - interval '5 minutes', false) as has_just_failed
   from notifications.zalo_token`,
);
// Committed before the call, so that no other process spends the same token.
const acquireLeaseStatement = sql(
  'notifications.lease_zalo_token',
  `update notifications.zalo_token set lease_expires_at = clock_timestamp() + interval '30 seconds'
   where revision = $1 and (lease_expires_at is null or lease_expires_at <= clock_timestamp())`,
);
const storeStatement = sql(
  'notifications.store_zalo_token',
  `update notifications.zalo_token set revision = $2, sealed = $3, key_id = $4,
     expires_at = now() + $5 * interval '1 millisecond', lease_expires_at = null, failed_at = null
   where revision = $1`,
);
const releaseStatement = sql(
  'notifications.release_zalo_token',
  `update notifications.zalo_token set lease_expires_at = null, failed_at = case when $2 then now() else failed_at end
   where revision = $1`,
);
const readOldSealStatement = sql(
  'notifications.zalo_token_by_old_key',
  'select revision, sealed from notifications.zalo_token where key_id <> $1 for update',
);
const replaceSealStatement = sql(
  'notifications.rewrap_zalo_token',
  'update notifications.zalo_token set sealed = $1, key_id = $2',
);

const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() });

const sealContext = (revision: number): SealContext => ({
  tenantId: '',
  purpose: 'notifications.zalo_token',
  id: 'zalo',
  version: revision,
});

const pollIntervalMs = 150;
const maxWaitMs = 40_000;
/** For ten minutes, longer than a failover of the database takes. */
const storeAttempts = 1200;

/** Access tokens of the Official Account. One refresh runs at a time over all processes. */
export interface ZaloAccess {
  /**
   * Returns a valid access token, and refreshes it if it expires within minutes or is the one that Zalo refused.
   * @throws ZaloError if the refresh fails; after a refusal, for five minutes without asking Zalo again
   */
  accessToken(refused?: string): Promise<string>;
}

/**
 * Opens the access, with the refresh token of the settings if it is a new one. It is valid once, so the tokens that
 * replace it are stored before they are used, and a process that still has older settings uses them too.
 *
 * | refresh | ends with | effect |
 * | --- | --- | --- |
 * | leased | new tokens | stored with the next revision |
 * | leased | Zalo refuses | `failed_at` is set: the operator has to replace the token in the settings |
 * | leased | no usable response | released; the next call tries the same token |
 * | leased | the process dies | the lease ends after 30 seconds |
 */
export async function openZaloAccess({
  database,
  vault,
  client,
  seed,
  log,
  storeRetryMs = 500,
}: ZaloTokenDependencies): Promise<ZaloAccess> {
  async function seal(revision: number, tokens: { accessToken: string; refreshToken: string }) {
    const { accessToken, refreshToken } = tokens;
    const text = JSON.stringify({ accessToken, refreshToken });
    return vault.seal(sealContext(revision), Buffer.from(text));
  }

  async function storeSeed(): Promise<void> {
    const seedHash = hash('sha256', seed, 'buffer');
    const sealed = await seal(0, { accessToken: '', refreshToken: seed });
    await database.execute(seedStatement, [seedHash, sealed, vault.keyIdOf(sealed)]);
  }

  async function read(): Promise<TokenRow & { accessToken: string; refreshToken: string }> {
    const [row] = await database.query<TokenRow>(readStatement);
    if (!row) {
      await storeSeed();
      return read();
    }
    const opened = await vault.open(sealContext(row.revision), row.sealed);
    return { ...row, ...Value.Parse(Tokens, JSON.parse(opened.toString())) };
  }

  async function refresh(revision: number, refreshToken: string): Promise<string> {
    let tokens: ZaloTokens;
    try {
      tokens = await client.refresh(refreshToken);
    } catch (error) {
      const isRefused = error instanceof ZaloError && error.code !== null;
      await database.execute(releaseStatement, [revision, isRefused]);
      log.error(
        { event: 'notifications.zalo_refresh_failed', err: error },
        'Tokens of the Zalo Official Account could not be refreshed',
      );
      throw error;
    }
    const sealed = await seal(revision + 1, tokens);
    const values = [revision, revision + 1, sealed, vault.keyIdOf(sealed), tokens.expiresInMs];
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.execute(storeStatement, values);
        break;
      } catch (error) {
        // The new tokens exist nowhere else, and the old one is spent.
        if (attempt === storeAttempts) throw error;
        await delay(storeRetryMs);
      }
    }
    log.info(
      { event: 'notifications.zalo_refreshed', revision: revision + 1 },
      'Tokens of the Zalo Official Account were refreshed',
    );
    return tokens.accessToken;
  }

  await storeSeed();
  return {
    async accessToken(refused) {
      for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollIntervalMs) {
        const { revision, accessToken, refreshToken, isFresh, hasJustFailed } = await read();
        if (isFresh && accessToken !== refused) return accessToken;
        if (hasJustFailed) throw new ZaloError(null, 'The last refresh of the tokens was refused');
        const acquired = await database.execute(acquireLeaseStatement, [revision]);
        if (acquired > 0) return refresh(revision, refreshToken);
        await delay(pollIntervalMs);
      }
      throw new ZaloError(null, 'Another process did not finish its refresh of the tokens');
    },
  };
}

/** Seals the stored tokens under the newest vault key. Returns the number of changes. */
export async function rewrapZaloTokens(database: Database, vault: Vault): Promise<number> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<{ revision: number; sealed: Buffer }>(readOldSealStatement, [
      vault.currentKeyId,
    ]);
    const sealed = row && (await vault.rewrap(sealContext(row.revision), row.sealed));
    if (!sealed) return 0;
    return tx.execute(replaceSealStatement, [sealed, vault.keyIdOf(sealed)]);
  });
}
