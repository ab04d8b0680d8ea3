import { ApiError } from '../api/client/apiError.ts';
import type { StorageEntry, StoredCredential } from '../storage.ts';

export interface AuthUser {
  readonly sub: string;
  /** The unexpired identity access token. */
  readonly accessToken: string;
}

export interface CredentialDependencies {
  /** Exchanges the identity access token (`POST /auth/identity_login`). Rejects with `ApiError`. */
  readonly exchange: (identityToken: string) => Promise<StoredCredential>;
  /** Returns the user at the identity provider, or null. Rejects while the provider is unreachable. */
  readonly getAuthUser: () => AuthUser | null | Promise<AuthUser | null>;
  /**
   * Returns the owner of a credential (`GET /auth/validate`), by default of `token()`. Rejects with `ApiError`.
   */
  readonly validate: (accessToken?: string) => Promise<{ readonly sub: string }>;
  readonly stored: StorageEntry<StoredCredential>;
  readonly subject: StorageEntry<string>;
  /** Changes with every team switch in any tab, which invalidates older credentials. */
  readonly epoch?: () => string;
  /** Resolves once no renewal of the login is running, however it ends. */
  readonly renewalEnd?: () => Promise<void>;
  /** Resolves once no other tab is switching teams. */
  readonly waitForTeamSwitch?: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface CredentialStore {
  /**
   * Returns the token for the next call of the core API. Without a valid token it exchanges one; concurrent
   * calls share the exchange. Resolves to an empty string when logged out or if the exchange is refused
   * (401, 403). Rejects if it fails otherwise.
   */
  token(): Promise<string>;
  /**
   * Validates the stored credential in the background and deletes it if it belongs to another user. A
   * credential from a Google login has no owner yet: `token()` waits for the validation.
   */
  check(sub: string): void;
  /**
   * Returns true if a request that started then (milliseconds since 1970) used an outdated token: it has been
   * renewed since, another tab has switched teams, or it is not the one that the current identity token was exchanged
   * for. In the last case, which follows a lost renewal, it exchanges that token, unless the user is in another team now.
   * Rejects if this fails without a refusal.
   */
  renewedSince(startedAt: number): Promise<boolean>;
  /** Replaces the credential by one from a response. */
  replace(sub: string, credential: StoredCredential): void;
  clear(): void;
}

/** Spec 3: a credential is expired if the current time is after its expiry time. */
export function isExpired(credential: StoredCredential, now: number): boolean {
  return now > Date.parse(credential.accessTokenExpiresAt);
}

/** Returns what all credentials of a team, and of no other, begin with; see `Credential` in the contract. */
const teamOf = ({ accessToken }: StoredCredential): string => accessToken.slice(0, 21);

/** Milliseconds before expiry from which a credential is renewed in the background. */
const renewBeforeMs = 120_000;

/** Manages the token of the core API (session storage, key `credential`). */
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
  const renewalEnd = dependencies.renewalEnd ?? (() => Promise.resolve());
  const waitForTeamSwitch = dependencies.waitForTeamSwitch ?? (() => Promise.resolve());
  let pendingExchange: Promise<string> | null = null;
  /** Resolves once the owner of a stored credential is known. */
  let pendingOwnerCheck: Promise<void> = Promise.resolve();
  let renewedAt = 0;
  /** The identity token of the last exchange of this page; empty before the first. */
  let exchangedToken = '';
  /** Incremented by `clear` and `replace`, so that the result of an earlier exchange is discarded. */
  let generation = 0;

  const toOwnerKey = (sub: string) => `${sub} ${teamEpoch()}`.trim();

  async function requestCredential(
    sub: string,
    identityToken: string,
    ofTeam?: string,
  ): Promise<string> {
    const startGeneration = generation;
    const owner = toOwnerKey(sub);
    const credential = await exchange(identityToken).catch((error: unknown) => {
      const isRejection = error instanceof ApiError && [401, 403].includes(error.status);
      if (isRejection) return null;
      throw error;
    });
    if (credential === null) return '';
    if (startGeneration !== generation) return '';
    if (ofTeam !== undefined && teamOf(credential) !== ofTeam) return '';
    credentialEntry.write(credential);
    ownerEntry.write(owner);
    renewedAt = now();
    exchangedToken = identityToken;
    return credential.accessToken;
  }

  function renew(sub: string, identityToken: string, ofTeam?: string): Promise<string> {
    pendingExchange ??= requestCredential(sub, identityToken, ofTeam).finally(() => {
      pendingExchange = null;
    });
    return pendingExchange;
  }

  /** Assigns a credential without owner to the user, or deletes it if the owner differs or is unknown. */
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
        // The current token still works. A failure surfaces once it has expired.
        renew(user.sub, user.accessToken).catch(() => undefined);
      }
      return credential.accessToken;
    },
    async renewedSince(startedAt) {
      await waitForTeamSwitch();
      await renewalEnd();
      if (pendingExchange) await pendingExchange.catch(() => undefined);
      const user = await getUser();
      if (renewedAt > startedAt) return true;
      if (user === null) return false;
      const owner = ownerEntry.read();
      if (owner !== null && owner !== toOwnerKey(user.sub)) return true;
      if (exchangedToken === user.accessToken) return false;
      // A member who was removed is signed out, not moved to another team with the data of this one in the page.
      const rejected = credentialEntry.read();
      const team = rejected === null ? undefined : teamOf(rejected);
      return (await renew(user.sub, user.accessToken, team)) !== '';
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
