import { ApiError } from '../api/client/apiError.ts';
import type { StorageEntry, StoredCredential } from '../storage.ts';

export interface AuthUser {
  readonly sub: string;
  /** The identity access token, unexpired. */
  readonly accessToken: string;
}

/** What the holder takes from its surroundings. */
export interface CredentialDependencies {
  /** Exchanges the identity access token (`POST /auth/identity_login`). Rejects with `ApiFailure`. */
  readonly exchange: (identityToken: string) => Promise<StoredCredential>;
  /** Who is logged in at the identity provider; null when nobody is. Rejects while that cannot be found out. */
  readonly getAuthUser: () => AuthUser | null | Promise<AuthUser | null>;
  /** Whose a credential is (`GET /auth/validate`): the given one, or that of `token()`. Rejects with `ApiFailure`. */
  readonly validate: (accessToken?: string) => Promise<{ readonly sub: string }>;
  readonly stored: StorageEntry<StoredCredential>;
  readonly subject: StorageEntry<string>;
  /** Changes when the person has gone to another team in any tab: credentials from before are void. */
  readonly epoch?: () => string;
  /** Settles once no other tab is taking the person to another team. */
  readonly waitForTeamSwitch?: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface CredentialStore {
  /**
   * The token for the next call of the core service; empty when nobody is logged in. Obtains one
   * when there is none or it is expired; all who ask meanwhile share that exchange. Empty as well when the
   * exchange is refused (401, 403); rejects when it fails otherwise.
   */
  token(): Promise<string>;
  /**
   * Has the stored credential validated, and forgets it when it is not this person's. One that a Google login left
   * behind is nobody's until then: who asks for a token waits for the answer.
   */
  check(sub: string): void;
  /**
   * True when a request that started then (milliseconds since 1970) used an older token than is there now, or than
   * the next one to ask gets: that of a team which the person has left in another tab.
   */
  renewedSince(startedAt: number): Promise<boolean>;
  /** Goes on with a credential that a call has answered with. */
  replace(sub: string, credential: StoredCredential): void;
  /** Forgets the token. */
  clear(): void;
}

/** Spec 3: expired when the current time is later than the expiry time. */
export function isExpired(credential: StoredCredential, now: number): boolean {
  return now > Date.parse(credential.accessTokenExpiresAt);
}

/** This long before its end a credential is renewed behind the calls that still use it. */
const renewBeforeMs = 120_000;

/** Holds the core business token of the specification (session storage, key `credential`). */
export function createCredentialStore(dependencies: CredentialDependencies): CredentialStore {
  const {
    exchange,
    validate,
    getAuthUser: getUser,
    stored: credentialEntry,
    subject: ownerEntry,
    epoch: teamEpoch = () => '',
    now = Date.now,
  } = dependencies;
  const waitForTeamSwitch = dependencies.waitForTeamSwitch ?? (() => Promise.resolve());
  let pendingExchange: Promise<string> | null = null;
  /** Settles once it is known whose the credential is that was found. */
  let pendingOwnerCheck: Promise<void> = Promise.resolve();
  let renewedAt = 0;
  /** Grows with each `clear`, so that an exchange begun before it is not kept. */
  let generation = 0;

  const toOwnerKey = (sub: string) => `${sub} ${teamEpoch()}`.trim();

  async function requestCredential(sub: string, identityToken: string): Promise<string> {
    const startGeneration = generation;
    const owner = toOwnerKey(sub);
    const credential = await exchange(identityToken).catch((error: unknown) => {
      const isRejection = error instanceof ApiError && [401, 403].includes(error.status);
      if (isRejection) return null;
      throw error;
    });
    if (credential === null) return '';
    if (startGeneration !== generation) return '';
    credentialEntry.write(credential);
    ownerEntry.write(owner);
    renewedAt = now();
    return credential.accessToken;
  }

  function renew(sub: string, identityToken: string): Promise<string> {
    pendingExchange ??= requestCredential(sub, identityToken).finally(() => {
      pendingExchange = null;
    });
    return pendingExchange;
  }

  /** Gives a credential that is nobody's to whom it was issued to; without an answer it is not used. */
  async function assignOwner(sub: string, accessToken: string): Promise<void> {
    const startGeneration = generation;
    const owner = await validate(accessToken).catch(() => null);
    if (startGeneration !== generation) return;
    if (owner?.sub === sub) ownerEntry.write(toOwnerKey(sub));
    else credentialEntry.remove();
  }

  async function verifyOwner(sub: string): Promise<void> {
    const owner = await validate().catch(() => null);
    if (owner !== null && owner.sub !== sub) clear();
  }

  function clear(): void {
    generation += 1;
    pendingExchange = null;
    credentialEntry.remove();
    ownerEntry.remove();
  }

  return {
    check(sub) {
      const owner = ownerEntry.read();
      const credential = credentialEntry.read();
      if (owner === toOwnerKey(sub)) void verifyOwner(sub);
      if (owner !== null || !credential) return;
      if (isExpired(credential, now())) credentialEntry.remove();
      else pendingOwnerCheck = assignOwner(sub, credential.accessToken);
    },
    async token() {
      const found = getUser();
      const user = found instanceof Promise ? await found : found;
      if (!user) return '';
      if (ownerEntry.read() === null && credentialEntry.read()) await pendingOwnerCheck;
      const credential = ownerEntry.read() === toOwnerKey(user.sub) ? credentialEntry.read() : null;
      if (!credential || isExpired(credential, now())) return renew(user.sub, user.accessToken);
      if (Date.parse(credential.accessTokenExpiresAt) - now() < renewBeforeMs) {
        // The present one still works; a failure shows itself when it does not any more.
        renew(user.sub, user.accessToken).catch(() => undefined);
      }
      return credential.accessToken;
    },
    async renewedSince(startedAt) {
      await waitForTeamSwitch();
      if (pendingExchange) await pendingExchange.catch(() => undefined);
      const owner = ownerEntry.read();
      const user = await getUser();
      const isOfOldTeam = owner !== null && user !== null && owner !== toOwnerKey(user.sub);
      return renewedAt > startedAt || isOfOldTeam;
    },
    replace(sub, credential) {
      generation += 1;
      pendingExchange = null;
      credentialEntry.write(credential);
      ownerEntry.write(toOwnerKey(sub));
      renewedAt = now();
    },
    clear,
  };
}
