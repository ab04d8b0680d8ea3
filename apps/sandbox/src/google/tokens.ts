/**
 * Codes, access tokens and ID tokens. They expire by the machine's clock, not the sandbox's: clients verify them by the
 * machine's clock, and moving the sandbox's clock must not end a sign-in. They do not survive a restart.
 */
import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { withReplaced } from './application.ts';
import { selfSignedCertificate } from './certificate.ts';
import type { GoogleOptions } from './application.ts';
import type { GoogleAccount } from './accounts.ts';

export interface IssuedCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly account: GoogleAccount;
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly challenge: { readonly value: string; readonly method: string } | undefined;
  /** The application requested offline access. */
  readonly isOffline: boolean;
  /** The request forced the consent page, so a new refresh token is issued. */
  readonly isConsentRequested: boolean;
  readonly expiresAt: number;
}

/** Does not rotate and is valid until revoked. */
export interface RefreshToken {
  readonly clientId: string;
  readonly account: GoogleAccount;
  readonly scope: string;
}

export interface AccessToken {
  readonly audience: string;
  readonly authorizedParty: string;
  readonly account: GoogleAccount;
  readonly scope: string;
  readonly expiresAt: number;
}

const emailScope = 'https://www.googleapis.com/auth/userinfo.email';
const profileScope = 'https://www.googleapis.com/auth/userinfo.profile';

/** Epoch seconds by the machine's clock. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** Returns the requested scopes with the long names that responses use. */
export function grantedScope(requested: string): string {
  const names = requested.split(/\s+/).map((name) => {
    if (name === 'email') return emailScope;
    return name === 'profile' ? profileScope : name;
  });
  return [...new Set(names.filter((name) => name !== ''))].join(' ');
}

export function hasScope(scope: string, name: 'openid' | 'email' | 'profile'): boolean {
  const long = { openid: 'openid', email: emailScope, profile: profileScope }[name];
  return scope.split(' ').includes(long);
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly certificate: string;
}

function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(20).toString('hex');
  const { kty, n, e } = publicKey.export({ format: 'jwk' });
  const certificate = selfSignedCertificate(
    { privateKey, publicKey },
    'federated-signon.system.gserviceaccount.com',
  );
  return { kid, privateKey, jwk: { kty, n, e, kid, alg: 'RS256', use: 'sig' }, certificate };
}

const encodeJwtPart = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export class GoogleTokens {
  readonly #options: () => GoogleOptions;
  readonly #codes = new Map<string, IssuedCode>();
  readonly #accessTokens = new Map<string, AccessToken>();
  readonly #refreshTokens = new Map<string, RefreshToken>();
  #keys: readonly SigningKey[] = [];
  #unpublished: SigningKey | undefined;

  constructor(options: () => GoogleOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#codes.clear();
    this.#accessTokens.clear();
    this.#refreshTokens.clear();
  }

  /** Returns the published keys, newest first. */
  jwks(): { readonly keys: readonly Readonly<Record<string, unknown>>[] } {
    return { keys: this.#published().map(({ jwk }) => jwk) };
  }

  /** Returns the certificate of each published key, by key ID. */
  certificates(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#published().map(({ kid, certificate }) => [kid, certificate]));
  }

  /** The first key is created when it is needed: that takes a quarter of a second, and few runs need Google. */
  #published(): readonly SigningKey[] {
    if (this.#keys.length === 0) this.#keys = [createSigningKey()];
    return this.#keys;
  }

  /** Starts signing with a new key. The previous one stays published. */
  rotate(): void {
    this.#keys = [createSigningKey(), ...this.#published().slice(0, 1)];
  }

  issueCode(code: Omit<IssuedCode, 'expiresAt'>): string {
    const text = `4/0A${randomBytes(40).toString('base64url')}`;
    this.#codes.set(text, { ...code, expiresAt: nowSeconds() + this.#options().codeSeconds });
    return text;
  }

  /** Consumes a code. It is deleted even if it has expired. */
  takeCode(text: string): IssuedCode | undefined {
    const code = this.#codes.get(text);
    this.#codes.delete(text);
    return code !== undefined && code.expiresAt > nowSeconds() ? code : undefined;
  }

  issueAccessToken(token: Omit<AccessToken, 'expiresAt'>, lifeSeconds?: number): string {
    const text = `ya29.${randomBytes(90).toString('base64url')}`;
    const life = lifeSeconds ?? this.#options().accessTokenSeconds;
    this.#accessTokens.set(text, { ...token, expiresAt: nowSeconds() + life });
    return text;
  }

  /** Returns undefined if the token is unknown, revoked or expired. */
  accessToken(text: string): AccessToken | undefined {
    const token = this.#accessTokens.get(text);
    return token !== undefined && token.expiresAt > nowSeconds() ? token : undefined;
  }

  /**
   * Issues a refresh token for offline access. Returns undefined if the application already has one and consent was not
   * forced.
   */
  issueRefreshToken(token: RefreshToken, isConsentRequested: boolean): string | undefined {
    const isIssued = [...this.#refreshTokens.values()].some(
      ({ clientId, account }) => clientId === token.clientId && account.sub === token.account.sub,
    );
    if (isIssued && !isConsentRequested) return undefined;
    const text = `1//0${randomBytes(60).toString('base64url')}`;
    this.#refreshTokens.set(text, token);
    return text;
  }

  refreshToken(text: string): RefreshToken | undefined {
    return this.#refreshTokens.get(text);
  }

  /** Returns false if there is no such token. */
  revoke(text: string): boolean {
    return this.#accessTokens.delete(text) || this.#refreshTokens.delete(text);
  }

  idToken(about: {
    readonly issuer: string;
    readonly audience: string;
    readonly account: GoogleAccount;
    readonly scope: string;
    readonly nonce: string | undefined;
    readonly accessToken: string;
  }): string {
    const { account, scope } = about;
    const { idTokenSeconds, idTokenClaims, idTokenSignature } = this.#options();
    const now = nowSeconds();
    const digest = hash('sha256', about.accessToken, 'buffer');
    const claims = withReplaced(
      {
        iss: about.issuer,
        azp: about.audience,
        aud: about.audience,
        sub: account.sub,
        ...(account.hd === null ? {} : { hd: account.hd }),
        ...(hasScope(scope, 'email') ? emailClaims(account) : {}),
        ...(about.nonce === undefined ? {} : { nonce: about.nonce }),
        at_hash: digest.subarray(0, 16).toString('base64url'),
        ...(hasScope(scope, 'profile') ? nameClaims(account) : {}),
        iat: Math.min(now, now + idTokenSeconds - 1),
        exp: now + idTokenSeconds,
      },
      idTokenClaims,
    );
    return this.#sign(claims, idTokenSignature);
  }

  #sign(claims: Readonly<Record<string, unknown>>, how: GoogleOptions['idTokenSignature']): string {
    const [published = createSigningKey()] = this.#published();
    if (how === 'none')
      return `${encodeJwtPart({ alg: 'none', typ: 'JWT' })}.${encodeJwtPart(claims)}.`;
    if (how === 'forged') this.#unpublished ??= createSigningKey();
    const key = how === 'forged' ? (this.#unpublished ?? published) : published;
    // A forged token also names the published key.
    const text = `${encodeJwtPart({ alg: 'RS256', kid: published.kid, typ: 'JWT' })}.${encodeJwtPart(claims)}`;
    return `${text}.${createSign('sha256').update(text).sign(key.privateKey, 'base64url')}`;
  }
}

export function emailClaims(account: GoogleAccount): Record<string, unknown> {
  return { email: account.email, email_verified: account.emailVerified };
}

export function nameClaims(account: GoogleAccount): Record<string, unknown> {
  return { name: account.name, given_name: account.givenName, family_name: account.familyName };
}
