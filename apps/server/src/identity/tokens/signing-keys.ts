import { exportJWK, generateKeyPair, calculateJwkThumbprint, type JWK } from 'jose';
import type { JWK as ProviderKey } from 'oidc-provider';
import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import type { SealContext, Vault } from '../../platform/vault/vault.ts';

/** ES256 for our own client; RS256 because OpenID Connect requires every provider to support it. */
export const algorithms = ['ES256', 'RS256'] as const;
type SigningAlgorithm = (typeof algorithms)[number];

/** Lifetime of an ID token. A replaced key stays published at least this long after its last signature. */
export const idTokenLifetimeSeconds = 60 * 60;

/** How often each process reloads the keys. A new key is published at least twice as long before it signs. */
export const keyReloadIntervalMs = 60_000;
/** How long a key signs before maintenance replaces it. */
export const keyLifetimeMs = 90 * 24 * 60 * 60_000;
const publishLeadTimeMs = 2 * keyReloadIntervalMs;
const retirementMarginMs = 5 * keyReloadIntervalMs;

const lockStatement = sql(
  'identity.lock_signing_keys',
  `select pg_advisory_xact_lock(hashtext('identity.signing_keys'))`,
);
const readPublished = sql(
  'identity.read_signing_keys',
  `select kid, algorithm, sealed_private_jwk, signs_from from identity.signing_key
   where published_until is null or published_until > $1 order by signs_from desc, kid`,
);
const insertKey = sql(
  'identity.insert_signing_key',
  `insert into identity.signing_key
     (kid, algorithm, sealed_private_jwk, created_at, signs_from) values ($1, $2, $3, $4, $5)`,
);
const replaceSealed = sql(
  'identity.rewrap_signing_key',
  'update identity.signing_key set sealed_private_jwk = $2 where kid = $1',
);
const selectRecent = sql(
  'identity.read_recent_signing_keys',
  'select algorithm from identity.signing_key where created_at > $1',
);
const retireStatement = sql(
  'identity.retire_signing_keys',
  `update identity.signing_key set published_until = $3
   where algorithm = $1 and kid <> $2 and published_until is null`,
);
const deleteRetired = sql(
  'identity.remove_signing_keys',
  'delete from identity.signing_key where published_until < $1',
);

interface KeyRow {
  kid: string;
  algorithm: string;
  sealedPrivateJwk: Buffer;
  signsFrom: Date;
}

export interface KeySet {
  /** Keys in the library's order: for each algorithm, the currently signing key comes first. */
  keys: ProviderKey[];
  /** Changes when a key is added, starts to sign or is withdrawn. */
  version: string;
}

interface RotationOptions {
  aheadMs?: number;
  now?: Date;
  /** Skips algorithms whose newest key is younger than this. */
  ifOlderThanMs?: number;
}

/**
 * The keys that sign tokens.
 *
 * | State     | `signs_from`  | `published_until` | Transition                                                     |
 * | --------- | ------------- | ----------------- | -------------------------------------------------------------- |
 * | announced | in the future | null              | `signs_from` passes → signing                                  |
 * | signing   | past          | null              | `rotate` adds a newer key → retired                            |
 * | retired   | past          | in the future     | signs until the newer key does; deleted at `published_until`   |
 */
interface SigningKeys {
  /** Returns the keys to publish now, and creates missing ones. */
  load(): Promise<KeySet>;
  /**
   * Creates a new key for each algorithm. It is published at once and signs after `aheadMs`. The old ones stay
   * published until the last token they signed has expired.
   */
  rotate(options?: RotationOptions): Promise<void>;
  removeOld(now: Date): Promise<number>;
}

export type GenerateKeyPair = typeof generateKeyPair;

export function createSigningKeys(
  database: Database,
  vault: Vault,
  generate: GenerateKeyPair = generateKeyPair,
): SigningKeys {
  async function add(tx: Sql, algorithm: SigningAlgorithm, now: Date, signsFrom: Date) {
    const pair = await generate(algorithm, { extractable: true, modulusLength: 2048 });
    const kid = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
    const secret = Buffer.from(JSON.stringify(await exportJWK(pair.privateKey)));
    const sealed = await vault.seal(sealContext(kid), secret);
    secret.fill(0);
    await tx.execute(insertKey, [kid, algorithm, sealed, now, signsFrom]);
    return kid;
  }

  /** Seals the key again if its vault key was replaced, so that the old vault key can be dropped. */
  async function rewrap(row: KeyRow): Promise<void> {
    const rewrapped = await vault.rewrap(sealContext(row.kid), row.sealedPrivateJwk);
    if (rewrapped) await database.execute(replaceSealed, [row.kid, rewrapped]);
  }

  async function createMissingKeys(now: Date): Promise<void> {
    await database.transaction(async (tx) => {
      await tx.query(lockStatement);
      const present = await tx.query<KeyRow>(readPublished, [now]);
      for (const algorithm of algorithms) {
        if (!present.some((row) => row.algorithm === algorithm)) await add(tx, algorithm, now, now);
      }
    });
  }

  return {
    async load() {
      const now = new Date();
      let rows = await database.query<KeyRow>(readPublished, [now]);
      if (algorithms.some((each) => !rows.some((row) => row.algorithm === each))) {
        await createMissingKeys(now);
        rows = await database.query<KeyRow>(readPublished, [now]);
      }
      // Keys that may sign, newest first; announced ones last.
      const ready = rows.filter((row) => row.signsFrom <= now);
      const upcoming = rows.filter((row) => row.signsFrom > now);
      const ordered = [...ready, ...upcoming];
      const keys = await Promise.all(
        ordered.map(async (row): Promise<ProviderKey> => {
          const opened = await vault.open(sealContext(row.kid), row.sealedPrivateJwk);
          const secret: JWK = JSON.parse(opened.toString());
          opened.fill(0);
          await rewrap(row);
          return toProviderKey(secret, row);
        }),
      );
      return { keys, version: ordered.map((row) => row.kid).join(' ') };
    },

    async rotate({ aheadMs = publishLeadTimeMs, now = new Date(), ifOlderThanMs = 0 } = {}) {
      const signsFrom = new Date(now.getTime() + aheadMs);
      const publishedUntil = new Date(
        signsFrom.getTime() + idTokenLifetimeSeconds * 1000 + retirementMarginMs,
      );
      await database.transaction(async (tx) => {
        await tx.query(lockStatement);
        const before = new Date(now.getTime() - ifOlderThanMs);
        const recent = await tx.query<{ algorithm: string }>(selectRecent, [before]);
        for (const algorithm of algorithms) {
          if (recent.some((row) => row.algorithm === algorithm)) continue;
          const kid = await add(tx, algorithm, now, signsFrom);
          await tx.execute(retireStatement, [algorithm, kid, publishedUntil]);
        }
      });
    },

    removeOld: (now) => database.execute(deleteRetired, [now]),
  };
}

function sealContext(kid: string): SealContext {
  return { tenantId: '', purpose: 'identity.signing_key', id: kid, version: 0 };
}

function toProviderKey(secret: JWK, row: KeyRow): ProviderKey {
  const common = { kid: row.kid, alg: row.algorithm, use: 'sig' };
  const { crv, x, y, d, n, e, p, q, dp, dq, qi } = secret;
  if (secret.kty === 'EC' && crv && x && y && d) return { ...common, kty: 'EC', crv, x, y, d };
  if (secret.kty === 'RSA' && n && e && d && p && q && dp && dq && qi) {
    return { ...common, kty: 'RSA', n, e, d, p, q, dp, dq, qi };
  }
  throw new Error(`The signing key ${row.kid} is not complete`);
}
