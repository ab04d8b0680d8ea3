import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../../platform/database/database.ts';
import { createCookie, type Cookie } from '../http/cookies.ts';
import { webClientId } from '../tokens/web-client.ts';
import { lifetimesSeconds } from '../tokens/lifetimes.ts';
import type { ActiveSession } from '../tokens/sessions.ts';
import { generateSecret, hashToken } from '../../platform/secrets.ts';

const insertStatement = sql(
  'identity.open_backend_session',
  `insert into identity.backend_session
     (id_hash, client_id, account_id, session_uid, sealed, generation, created_at, expires_at)
   values ($1, $2, $3, $4, $5, 1, $6, $7)`,
);
const findSession = sql(
  'identity.read_backend_session',
  `select sealed, generation from identity.backend_session where id_hash = $1 and expires_at > $2`,
);
// By the database's clock, which all processes share: two that exchange one refresh token end the sign-in. In
// milliseconds, as `releaseLease` compares it.
const acquireLease = sql(
  'identity.acquire_backend_session',
  `update identity.backend_session
      set lease_expires_at = date_trunc('milliseconds', now()) + $3 * interval '1 millisecond'
    where id_hash = $1 and expires_at > $2 and (lease_expires_at is null or lease_expires_at <= now())
   returning sealed, generation, lease_expires_at`,
);
const commitTokens = sql(
  'identity.commit_backend_session',
  `update identity.backend_session set sealed = $3, generation = generation + 1, lease_expires_at = null
   where id_hash = $1 and generation = $2`,
);
const releaseLease = sql(
  'identity.release_backend_session',
  'update identity.backend_session set lease_expires_at = null where id_hash = $1 and lease_expires_at = $2',
);
const deleteSession = sql(
  'identity.remove_backend_session',
  'delete from identity.backend_session where id_hash = $1',
);
const deleteOfProviderSession = sql(
  'identity.remove_backend_sessions_of_session',
  'delete from identity.backend_session where session_uid = $1',
);
const deleteExpired = sql(
  'identity.remove_expired_backend_sessions',
  'delete from identity.backend_session where expires_at < $1',
);
// A backend session counts only while the provider's session and the account are valid.
const findActive = sql(
  'identity.find_active_backend_session',
  `select 1 from identity.backend_session b
   join identity.artifact s on s.model = 'Session' and s.session_uid = b.session_uid
     and s.account_id = b.account_id and s.expires_at > $2
   join identity.account a on a.id::text = b.account_id and a.disabled_at is null and (not a.is_demo or $3)
   where b.id_hash = $1 and b.expires_at > $2`,
);

/** The token endpoint's response without the refresh token. */
export const TokenResponse = Type.Object({
  access_token: Type.String(),
  id_token: Type.Optional(Type.String()),
  expires_in: Type.Integer(),
  token_type: Type.String(),
  scope: Type.String(),
});
export type TokenResponse = Static<typeof TokenResponse>;

const StoredTokens = Type.Object({
  refreshToken: Type.String(),
  /** Scopes of the last refresh request; empty for all granted scopes. */
  scopes: Type.String(),
  answer: TokenResponse,
});
type StoredTokens = Static<typeof StoredTokens>;

interface BackendSession {
  tokens: StoredTokens;
  generation: number;
}

export interface BackendSessionLease extends BackendSession {
  /** Identifies the lease: no other one of the session has the same. */
  leaseExpiresAt: Date;
}

/** Longer than an exchange may take. A lease of a crashed process ends after this time. */
const leaseMs = 15_000;

/**
 * Stores backend sessions and leases them, one process at a time, for exchanges of their refresh token.
 *
 * | State  | `lease_expires_at` | Transitions                                                                 |
 * | ------ | ------------------ | --------------------------------------------------------------------------- |
 * | free   | null or past       | `acquire` → leased                                                          |
 * | leased | in the future      | `commit` → free, next generation; `release` → free; `leaseMs` passes → free |
 * | any    |                    | `end`, `endOfSession` or `removeExpired` → deleted                          |
 */
export interface BackendSessionStore {
  /** Holds the secret of the session. */
  cookie: Cookie;
  /** @returns the cookie's value and its expiry; null for a cookie that ends with the browser. */
  open(
    session: ActiveSession,
    tokens: StoredTokens,
  ): Promise<{ secret: string; expires: Date | null }>;
  /** Resolves to null for an unknown or expired session. */
  read(secret: string): Promise<BackendSession | null>;
  /** Leases the session for an exchange; null when another call holds the lease or the session does not exist. */
  acquire(secret: string): Promise<BackendSessionLease | null>;
  /** Resolves to false when the session has ended, or another process has exchanged meanwhile. */
  commit(secret: string, generation: number, tokens: StoredTokens): Promise<boolean>;
  /** Ends this lease. A lease that has expired, and that of a successor, are not changed. */
  release(secret: string, lease: BackendSessionLease): Promise<void>;
  end(secret: string): Promise<void>;
  endOfSession(sessionUid: string): Promise<void>;
  isAuthenticated(secret: string): Promise<boolean>;
  /** Deletes expired sessions. @returns the number of rows deleted. */
  removeExpired(now: Date): Promise<number>;
}

interface SealedRow {
  sealed: Buffer;
  generation: number;
}

export function createBackendSessionStore(
  database: Database,
  options: { demo: boolean; identityOrigin: string },
): BackendSessionStore {
  return {
    cookie: createCookie(options.identityOrigin, 'seller_connect_backend', { sameSite: 'Strict' }),
    async open(session, tokens) {
      const secret = generateSecret();
      const lifetime = session.transient
        ? lifetimesSeconds.session
        : lifetimesSeconds.rememberedSession;
      const expiresAt = new Date(session.signedInAt.getTime() + lifetime * 1000);
      await database.execute(insertStatement, [
        hashToken(secret),
        webClientId,
        session.accountId,
        session.uid,
        seal(secret, tokens),
        new Date(),
        expiresAt,
      ]);
      return { secret, expires: session.transient ? null : expiresAt };
    },
    async read(secret) {
      const values = [hashToken(secret), new Date()];
      const [row] = await database.query<SealedRow>(findSession, values);
      return row ? { tokens: unseal(secret, row.sealed), generation: row.generation } : null;
    },
    async acquire(secret) {
      const values = [hashToken(secret), new Date(), leaseMs];
      const [row] = await database.query<SealedRow & { leaseExpiresAt: Date }>(
        acquireLease,
        values,
      );
      if (!row) return null;
      const { sealed, ...lease } = row;
      return { tokens: unseal(secret, sealed), ...lease };
    },
    async commit(secret, generation, tokens) {
      const values = [hashToken(secret), generation, seal(secret, tokens)];
      return (await database.execute(commitTokens, values)) > 0;
    },
    async release(secret, { leaseExpiresAt }) {
      await database.execute(releaseLease, [hashToken(secret), leaseExpiresAt]);
    },
    async end(secret) {
      await database.execute(deleteSession, [hashToken(secret)]);
    },
    async endOfSession(sessionUid) {
      await database.execute(deleteOfProviderSession, [sessionUid]);
    },
    async isAuthenticated(secret) {
      const rows = await database.query(findActive, [hashToken(secret), new Date(), options.demo]);
      return rows.length > 0;
    },
    removeExpired: (now) => database.execute(deleteExpired, [now]),
  };
}

/** The cookie has 256 bits of entropy, so deriving a key from it needs no stretching. */
function deriveKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'seller connect backend session', 32));
}

/** Encrypts with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. The row's id is the additional data. */
function seal(secret: string, tokens: StoredTokens): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce).setAAD(hashToken(secret));
  const text = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unseal(secret: string, sealed: Buffer): StoredTokens {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), sealed.subarray(0, 12))
    .setAAD(hashToken(secret))
    .setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return Value.Parse(StoredTokens, JSON.parse(text.toString('utf8')));
}
