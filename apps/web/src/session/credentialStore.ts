import { ApiFailure } from '../api/client/apiError.ts';
import type { StorageEntry, StoredCredential } from '../storage.ts';

export interface Person {
  readonly sub: string;
  /** The identity access token, unexpired. */
  readonly accessToken: string;
}

/** What the holder takes from its surroundings. */
export interface CredentialParts {
  /** Exchanges the identity access token (`POST /auth/identity_login`). Rejects with `ApiFailure`. */
  readonly exchange: (identityToken: string) => Promise<StoredCredential>;
  /** Who is logged in at the identity provider; null when nobody is. Rejects while that cannot be found out. */
  readonly person: () => Person | null | Promise<Person | null>;
  /** Whose a credential is (`GET /auth/validate`): the given one, or that of `token()`. Rejects with `ApiFailure`. */
  readonly validate: (accessToken?: string) => Promise<{ readonly sub: string }>;
  readonly stored: StorageEntry<StoredCredential>;
  readonly subject: StorageEntry<string>;
  /** Changes when the person has gone to another team in any tab: credentials from before are void. */
  readonly epoch?: () => string;
  /** Settles once no other tab is taking the person to another team. */
  readonly settled?: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface CredentialHolder {
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
const renewBefore = 120_000;

/** Holds the core business token of the specification (session storage, key `credential`). */
export function createCredentialHolder(parts: CredentialParts): CredentialHolder {
  const { exchange, validate, person, stored, subject, epoch = () => '', now = Date.now } = parts;
  const settled = parts.settled ?? (() => Promise.resolve());
  let underWay: Promise<string> | null = null;
  /** Settles once it is known whose the credential is that was found. */
  let checking: Promise<void> = Promise.resolve();
  let renewedAt = 0;
  /** Grows with each `clear`, so that an exchange begun before it is not kept. */
  let generation = 0;

  const ownerOf = (sub: string) => `${sub} ${epoch()}`.trim();

  async function obtain(sub: string, identityToken: string): Promise<string> {
    const begun = generation;
    const owner = ownerOf(sub);
    const credential = await exchange(identityToken).catch((error: unknown) => {
      const isRefusal = error instanceof ApiFailure && [401, 403].includes(error.status);
      if (isRefusal) return null;
      throw error;
    });
    if (credential === null) return '';
    if (begun !== generation) return '';
    stored.write(credential);
    subject.write(owner);
    renewedAt = now();
    return credential.accessToken;
  }

  function renew(sub: string, identityToken: string): Promise<string> {
    underWay ??= obtain(sub, identityToken).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  /** Gives a credential that is nobody's to whom it was issued to; without an answer it is not used. */
  async function findOwner(sub: string, accessToken: string): Promise<void> {
    const begun = generation;
    const owner = await validate(accessToken).catch(() => null);
    if (begun !== generation) return;
    if (owner?.sub === sub) subject.write(ownerOf(sub));
    else stored.remove();
  }

  async function confirmOwner(sub: string): Promise<void> {
    const owner = await validate().catch(() => null);
    if (owner !== null && owner.sub !== sub) clear();
  }

  function clear(): void {
    generation += 1;
    underWay = null;
    stored.remove();
    subject.remove();
  }

  return {
    check(sub) {
      const owner = subject.read();
      const credential = stored.read();
      if (owner === ownerOf(sub)) void confirmOwner(sub);
      if (owner !== null || !credential) return;
      if (isExpired(credential, now())) stored.remove();
      else checking = findOwner(sub, credential.accessToken);
    },
    async token() {
      const found = person();
      const who = found instanceof Promise ? await found : found;
      if (!who) return '';
      if (subject.read() === null && stored.read()) await checking;
      const credential = subject.read() === ownerOf(who.sub) ? stored.read() : null;
      if (!credential || isExpired(credential, now())) return renew(who.sub, who.accessToken);
      if (Date.parse(credential.accessTokenExpiresAt) - now() < renewBefore) {
        // The present one still works; a failure shows itself when it does not any more.
        renew(who.sub, who.accessToken).catch(() => undefined);
      }
      return credential.accessToken;
    },
    async renewedSince(startedAt) {
      await settled();
      if (underWay) await underWay.catch(() => undefined);
      const owner = subject.read();
      const who = await person();
      const isOfOldTeam = owner !== null && who !== null && owner !== ownerOf(who.sub);
      return renewedAt > startedAt || isOfOldTeam;
    },
    replace(sub, credential) {
      generation += 1;
      underWay = null;
      stored.write(credential);
      subject.write(ownerOf(sub));
      renewedAt = now();
    },
    clear,
  };
}
