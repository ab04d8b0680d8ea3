import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql, type Database } from '../../platform/database/database.ts';
import { createCookie } from '../http/cookies.ts';
import { generateSecret, hashToken, secretPattern } from '../../platform/secrets.ts';

/** How long a user may stay at Google. */
const attemptLifetimeMs = 10 * 60_000;

/** 32 bytes in base64url. */
const secretLength = 43;

const insertAttempt = sql(
  'identity.begin_google_attempt',
  'insert into identity.google_attempt (state_hash, expires_at) values ($1, $2)',
);
const consumeAttempt = sql(
  'identity.consume_google_attempt',
  'delete from identity.google_attempt where state_hash = $1 returning expires_at',
);
const deleteExpired = sql(
  'identity.remove_old_google_attempts',
  'delete from identity.google_attempt where expires_at < $1',
);

/** A login that is on its way to Google and back. */
interface LoginAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** S256 of the verifier. */
  codeChallenge: string;
  /** Id of the interaction it belongs to. */
  interaction: string;
  /** Whether the user chose to be remembered in this browser. */
  remember: boolean;
}

export interface LoginAttempts {
  /** Stores the hashed state in the database and the secret in a cookie of this browser. */
  begin(reply: FastifyReply, interaction: string, remember: boolean): Promise<LoginAttempt>;
  /** Consumes the attempt of a returned state. `mismatch` means another browser, an unknown state or a used one. */
  take(
    request: FastifyRequest,
    reply: FastifyReply,
    state: string,
  ): Promise<LoginAttempt | 'mismatch' | 'expired'>;
  removeOld(now: Date): Promise<number>;
}

/**
 * Creates the store of login attempts. State, nonce and verifier are derived from one secret that only the browser
 * holds: a copy of the database cannot finish a login, and a response in another browser is rejected.
 */
export function createLoginAttempts(database: Database, identityOrigin: string): LoginAttempts {
  // One cookie per attempt, so that two tabs do not end each other's attempts.
  const cookieOf = (state: string) =>
    createCookie(identityOrigin, `seller_connect_google_${state.slice(0, 16)}`, {
      path: '/oauth/google',
    });

  return {
    async begin(reply, interaction, remember) {
      const secret = generateSecret();
      const attempt = deriveAttempt(secret, interaction, remember);
      const values = [hashToken(attempt.state), new Date(Date.now() + attemptLifetimeMs)];
      await database.execute(insertAttempt, values);
      const value = `${secret}${remember ? '1' : '0'}${interaction}`;
      cookieOf(attempt.state).write(reply, value, attemptLifetimeMs / 1000);
      return attempt;
    },

    async take(request, reply, state) {
      if (!secretPattern.test(state)) return 'mismatch';
      const cookie = cookieOf(state);
      const cookieValue = cookie.read(request) ?? '';
      const secret = cookieValue.slice(0, secretLength);
      const remember = cookieValue[secretLength] === '1';
      const attempt = deriveAttempt(secret, cookieValue.slice(secretLength + 1), remember);
      if (attempt.state !== state) return 'mismatch';
      cookie.clear(reply);
      const [row] = await database.query<{ expiresAt: Date }>(consumeAttempt, [hashToken(state)]);
      if (!row) return 'mismatch';
      return row.expiresAt.getTime() > Date.now() ? attempt : 'expired';
    },

    // Rows stay for an hour after they expire, so that a late response is answered with `expired`.
    removeOld: (now) => database.execute(deleteExpired, [new Date(now.getTime() - 60 * 60_000)]),
  };
}

function deriveAttempt(secret: string, interaction: string, remember: boolean): LoginAttempt {
  const derive = (purpose: string) => hash('sha256', `google ${purpose} ${secret}`, 'base64url');
  const codeVerifier = derive('verifier');
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier,
    codeChallenge: hash('sha256', codeVerifier, 'base64url'),
    interaction,
    remember,
  };
}
