import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { sql, type Database } from '../../platform/database/database.ts';
import { hashOf } from '../tokens/artifacts.ts';
import { webClientId } from '../tokens/web-client.ts';
import { lives } from '../tokens/lifetimes.ts';
import type { LivingSession } from '../tokens/sessions.ts';

const insert = sql(
  'identity.open_backend_session',
  `insert into identity.backend_session
     (id_hash, client_id, account_id, session_uid, sealed, generation, created_at, expires_at)
   values ($1, $2, $3, $4, $5, 1, $6, $7)`,
);
const read = sql(
  'identity.read_backend_session',
  `select sealed, generation from identity.backend_session where id_hash = $1 and expires_at > $2`,
);
const claim = sql(
  'identity.claim_backend_session',
  `update identity.backend_session set busy_until = $3
   where id_hash = $1 and expires_at > $2 and (busy_until is null or busy_until <= $2)
   returning sealed, generation`,
);
const settle = sql(
  'identity.settle_backend_session',
  `update identity.backend_session set sealed = $3, generation = generation + 1, busy_until = null
   where id_hash = $1 and generation = $2`,
);
const release = sql(
  'identity.release_backend_session',
  'update identity.backend_session set busy_until = null where id_hash = $1 and generation = $2',
);
const remove = sql(
  'identity.remove_backend_session',
  'delete from identity.backend_session where id_hash = $1',
);
const removeOfSession = sql(
  'identity.remove_backend_sessions_of_session',
  'delete from identity.backend_session where session_uid = $1',
);
const removeExpired = sql(
  'identity.remove_expired_backend_sessions',
  'delete from identity.backend_session where expires_at < $1',
);
// It counts only while the provider's session, its grant and the account do.
const living = sql(
  'identity.backend_session_lives',
  `select 1 from identity.backend_session b
   join identity.artifact s on s.model = 'Session' and s.session_uid = b.session_uid
     and s.account_id = b.account_id and s.expires_at > $2
   join identity.account a on a.id::text = b.account_id and a.disabled_at is null and (not a.demo or $3)
   where b.id_hash = $1 and b.expires_at > $2`,
);

/** What the token endpoint answered, without the refresh token. */
export const PublicTokens = Type.Object({
  access_token: Type.String(),
  id_token: Type.Optional(Type.String()),
  expires_in: Type.Integer(),
  token_type: Type.String(),
  scope: Type.String(),
});
export type PublicTokens = Static<typeof PublicTokens>;

const Kept = Type.Object({
  refreshToken: Type.String(),
  /** Scopes that the last answer was asked for; empty for all that were granted. */
  scopes: Type.String(),
  answer: PublicTokens,
});
export type Kept = Static<typeof Kept>;

export interface Held {
  kept: Kept;
  generation: number;
}

/** Longer than an exchange may take; then somebody else may try. */
const claimMs = 15_000;

export interface BackendSessions {
  cookieName: string;
  /** @returns the value of the cookie and when it ends; null: with the browser. */
  open(session: LivingSession, kept: Kept): Promise<{ secret: string; expires: Date | null }>;
  /** Null for an unknown or expired session. */
  read(secret: string): Promise<Held | null>;
  /** For whoever exchanges; null when another does, or when there is no such session. */
  claim(secret: string): Promise<Held | null>;
  settle(secret: string, generation: number, kept: Kept): Promise<void>;
  release(secret: string, generation: number): Promise<void>;
  end(secret: string): Promise<void>;
  endOfSession(sessionUid: string): Promise<void>;
  isAuthenticated(secret: string): Promise<boolean>;
  /** @returns rows deleted. */
  removeExpired(now: Date): Promise<number>;
}

export function createBackendSessions(
  database: Database,
  options: { demo: boolean; identityOrigin: string },
): BackendSessions {
  const secure = options.identityOrigin.startsWith('https:');

  function held(
    secret: string,
    rows: readonly { sealed: Buffer; generation: number }[],
  ): Held | null {
    const [row] = rows;
    return row ? { kept: unseal(secret, row.sealed), generation: row.generation } : null;
  }

  return {
    cookieName: `${secure ? '__Host-' : ''}seller_connect_backend`,
    async open(session, kept) {
      const secret = randomBytes(32).toString('base64url');
      const life = session.transient ? lives.session : lives.rememberedSession;
      const expiresAt = new Date(session.signedInAt.getTime() + life * 1000);
      await database.execute(insert, [
        hashOf(secret),
        webClientId,
        session.accountId,
        session.uid,
        seal(secret, kept),
        new Date(),
        expiresAt,
      ]);
      return { secret, expires: session.transient ? null : expiresAt };
    },
    read: async (secret) => held(secret, await database.query(read, [hashOf(secret), new Date()])),
    async claim(secret) {
      const now = new Date();
      const until = new Date(now.getTime() + claimMs);
      return held(secret, await database.query(claim, [hashOf(secret), now, until]));
    },
    async settle(secret, generation, kept) {
      await database.execute(settle, [hashOf(secret), generation, seal(secret, kept)]);
    },
    async release(secret, generation) {
      await database.execute(release, [hashOf(secret), generation]);
    },
    async end(secret) {
      await database.execute(remove, [hashOf(secret)]);
    },
    async endOfSession(sessionUid) {
      await database.execute(removeOfSession, [sessionUid]);
    },
    async isAuthenticated(secret) {
      const rows = await database.query(living, [hashOf(secret), new Date(), options.demo]);
      return rows.length > 0;
    },
    removeExpired: (now) => database.execute(removeExpired, [now]),
  };
}

/** The cookie has 256 bits of its own: deriving a key from it needs no stretching. */
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'seller connect backend session', 32));
}

/** AES-256-GCM: 12 bytes of nonce, 16 of tag, the text; bound to the row by its id. */
function seal(secret: string, kept: Kept): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(hashOf(secret));
  const text = Buffer.concat([cipher.update(JSON.stringify(kept), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unseal(secret: string, sealed: Buffer): Kept {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, 12))
    .setAAD(hashOf(secret))
    .setAuthTag(sealed.subarray(12, 28));
  const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  return Value.Parse(Kept, JSON.parse(text.toString('utf8')));
}
