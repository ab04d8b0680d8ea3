import { hashToken } from '../../platform/secrets.ts';
import {
  errors,
  Provider,
  type Adapter,
  type AdapterFactory,
  type AdapterPayload,
} from 'oidc-provider';
import { sql, type Database, type Sql } from '../../platform/database/database.ts';
import { webClientId } from './web-client.ts';

const upsertStatement = sql(
  'identity.save_artifact',
  `insert into identity.artifact
     (model, id_hash, payload, grant_hash, session_uid, account_id, client_id, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (model, id_hash) do update set
     payload = excluded.payload, grant_hash = excluded.grant_hash, session_uid = excluded.session_uid,
     account_id = excluded.account_id, client_id = excluded.client_id, expires_at = excluded.expires_at`,
);
const updateSession = sql(
  'identity.save_loaded_session',
  `update identity.artifact set id_hash = $3, payload = $4, session_uid = $5, account_id = $6, expires_at = $7
   where model = $1 and id_hash = $2`,
);
const findStatement = sql(
  'identity.find_artifact',
  `select payload, consumed_at, expires_at from identity.artifact where model = $1 and id_hash = $2`,
);
const findSession = sql(
  'identity.find_session_by_uid',
  `select payload, consumed_at, expires_at from identity.artifact
   where model = 'Session' and session_uid = $1`,
);
const consumeStatement = sql(
  'identity.consume_artifact',
  `update identity.artifact set consumed_at = $3
   where model = $1 and id_hash = $2 and consumed_at is null`,
);
const deleteArtifact = sql(
  'identity.remove_artifact',
  'delete from identity.artifact where model = $1 and id_hash = $2',
);
// All deletes lock rows in the same order, so that concurrent revocations of a grant cannot deadlock.
const revokeModel = sql(
  'identity.revoke_model_of_grant',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact where model = $1 and grant_hash = $2
     order by model, id_hash for update)`,
);
const revokeFamily = sql(
  'identity.revoke_family',
  `delete from identity.artifact where (model, id_hash) in (
     select a.model, a.id_hash from identity.artifact a
     join identity.artifact used on used.model = $1 and used.id_hash = $2
     where a.grant_hash = used.grant_hash or (a.model = 'Grant' and a.id_hash = used.grant_hash)
     order by a.model, a.id_hash for update of a)`,
);
const revokeFamilies = sql(
  'identity.revoke_grants',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact
     where grant_hash = any($1) or (model = 'Grant' and id_hash = any($1))
     order by model, id_hash for update)`,
);
const deleteUnusedCodeStatement = sql(
  'identity.remove_unused_code',
  `delete from identity.artifact
   where model = 'AuthorizationCode' and id_hash = $1 and consumed_at is null`,
);
const deleteOfAccount = sql(
  'identity.remove_artifacts_of_account',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact where account_id = $1
     order by model, id_hash for update)`,
);
const deleteOfAssistants = sql(
  'identity.remove_artifacts_of_assistants',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact where account_id = $1 and client_id <> $2
     order by model, id_hash for update)`,
);
const updateSessionExpiry = sql(
  'identity.extend_session',
  `update identity.artifact set expires_at = least($2::timestamptz,
     to_timestamp((payload ->> 'loginTs')::bigint) + make_interval(secs => $3))
   where model = 'Session' and session_uid = $1 and payload ->> 'transient' is null
     and payload ->> 'loginTs' is not null and expires_at > $4`,
);
const deleteExpired = sql(
  'identity.remove_expired',
  `delete from identity.artifact where (model, id_hash) in (
     select model, id_hash from identity.artifact
     where expires_at < $1 and (model = 'Interaction' or expires_at < $2)
     order by model, id_hash limit 5000 for update skip locked)`,
);

interface Row {
  payload: AdapterPayload;
  consumedAt: Date | null;
  expiresAt: Date | null;
}

/** Models that are issued to clients. */
const issuedModels = new Set(['AuthorizationCode', 'RefreshToken', 'AccessToken']);

/** Learns what a call did with artifacts, which the library does not report where it matters. */
export interface ArtifactObserver {
  /** The call looked up a code or token of this account and session. */
  found(about: { model: string; id: string; accountId: string; sessionUid: string | null }): void;
  /** Everything issued under a grant was revoked. */
  revoked(): void;
}

/**
 * Ids of the sessions that calls have loaded, by call. The library saves such a session at the end of the call, even if
 * it was ended meanwhile; it is then not stored again.
 */
const loadedSessions = new WeakMap<object, string>();

/**
 * Returns the protocol library's storage in PostgreSQL.
 * @param interactionUrl returns the URL where an interaction continues. The URL contains the interaction's secret
 * id, so it is computed instead of stored.
 */
export function createArtifactAdapter(
  database: Database,
  interactionUrl: (interactionId: string) => string,
  observer: ArtifactObserver,
): AdapterFactory {
  return (model): Adapter => ({
    async upsert(id, payload, expiresIn) {
      const now = new Date();
      const { jti: _secret, consumed: _state, ...stored } = payload;
      if (model === 'Interaction') {
        delete stored.returnTo;
        if (stored.session) stored.session = { ...stored.session, cookie: undefined };
      }
      const expiresAt =
        payload.exp !== undefined
          ? new Date(payload.exp * 1000)
          : expiresIn !== undefined
            ? new Date(now.getTime() + expiresIn * 1000)
            : null;
      const json = JSON.stringify(stored);
      const sessionUid = sessionOf(payload);
      const accountId = payload.accountId ?? payload.result?.login?.accountId ?? null;
      const loaded = model === 'Session' && Provider.ctx && loadedSessions.get(Provider.ctx);
      if (loaded) {
        const hashes = [hashToken(loaded), hashToken(id)];
        const values = [model, ...hashes, json, sessionUid, accountId, expiresAt];
        await database.execute(updateSession, values);
        return;
      }
      await database.execute(upsertStatement, [
        model,
        hashToken(id),
        json,
        payload.grantId === undefined ? null : hashToken(payload.grantId),
        sessionUid,
        accountId,
        payload.clientId ?? null,
        now,
        expiresAt,
      ]);
    },

    async find(id) {
      const [row] = await database.query<Row>(findStatement, [model, hashToken(id)]);
      if (!row) return undefined;
      const payload = { ...restorePayload(row), jti: id };
      const { accountId } = payload;
      if (issuedModels.has(model) && accountId !== undefined) {
        observer.found({ model, id, accountId, sessionUid: sessionOf(payload) });
      }
      if (model === 'Session' && Provider.ctx) loadedSessions.set(Provider.ctx, id);
      if (model === 'Interaction') payload.returnTo = interactionUrl(id);
      return payload;
    },

    // The library only reads a session found this way: its id is unknown, and it is never saved.
    async findByUid(uid) {
      const [row] = await database.query<Row>(findSession, [uid]);
      return row && restorePayload(row);
    },

    // Device codes, the only user codes, are disabled.
    findByUserCode: async () => undefined,

    /**
     * Consumes a code or refresh token. Exactly one of several parallel calls succeeds; any other has a copy of a
     * used secret and, like a replay, revokes the whole family (RFC 9700, section 4.14.2).
     * @throws InvalidGrant when it was consumed already
     */
    async consume(id) {
      const idHash = hashToken(id);
      if ((await database.execute(consumeStatement, [model, idHash, new Date()])) === 1) return;
      await database.execute(revokeFamily, [model, idHash]);
      observer.revoked();
      throw new errors.InvalidGrant(`${model} used at the same time by another request`);
    },

    async destroy(id) {
      const deleted = await database.execute(deleteArtifact, [model, hashToken(id)]);
      // A session that gets a new id is deleted under the old one, then saved as a new row.
      if (model === 'Session' && deleted === 1 && Provider.ctx) loadedSessions.delete(Provider.ctx);
    },

    async revokeByGrantId(grantId) {
      await database.execute(revokeModel, [model, hashToken(grantId)]);
      observer.revoked();
    },
  });
}

/** Returns the session that an artifact is or ends with; null for those of assistants, which work without one. */
function sessionOf({ uid, sessionUid, expiresWithSession }: AdapterPayload): string | null {
  return uid ?? (expiresWithSession ? sessionUid : null) ?? null;
}

/** The column is authoritative for the expiry, because use extends a session without rewriting its payload. */
function restorePayload(row: Row): AdapterPayload {
  const payload = { ...row.payload };
  if (row.expiresAt) payload.exp = Math.floor(row.expiresAt.getTime() / 1000);
  if (row.consumedAt) payload.consumed = Math.floor(row.consumedAt.getTime() / 1000);
  return payload;
}

/** Deletes grants and everything issued under them. */
export async function revokeGrants(database: Database, grantIds: string[]): Promise<void> {
  if (grantIds.length > 0) await database.execute(revokeFamilies, [grantIds.map(hashToken)]);
}

/** Deletes a code that was tried with a wrong verifier. Keeps a used one, so that a replay is recognized. */
export async function deleteUnusedCode(database: Database, code: string): Promise<void> {
  await database.execute(deleteUnusedCodeStatement, [hashToken(code)]);
}

/** Deletes every session, grant and token of an account. */
export async function revokeAllAccess(database: Sql, accountId: string): Promise<void> {
  await database.execute(deleteOfAccount, [accountId]);
}

/** Deletes every grant and token of the assistants that an account has connected. */
export async function revokeAssistants(database: Sql, accountId: string): Promise<void> {
  await database.execute(deleteOfAssistants, [accountId, webClientId]);
}

/** Counts a token refresh as use of a remembered session: its idle time restarts, up to its absolute end. */
export async function extendSession(
  database: Database,
  sessionUid: string,
  limits: { idleSeconds: number; absoluteSeconds: number },
): Promise<void> {
  const now = new Date();
  const idleEnd = new Date(now.getTime() + limits.idleSeconds * 1000);
  await database.execute(updateSessionExpiry, [sessionUid, idleEnd, limits.absoluteSeconds, now]);
}

/**
 * Deletes artifacts that expired more than a day ago, because until then a replayed code or token must be
 * recognized. Interactions are deleted when they expire: replays of them need not be recognized, and anyone can
 * start many.
 * @returns the number of rows deleted.
 */
export async function deleteExpiredArtifacts(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 24 * 60 * 60 * 1000);
  let total = 0;
  for (;;) {
    const removed = await database.execute(deleteExpired, [now, before]);
    total += removed;
    if (removed === 0) return total;
  }
}
