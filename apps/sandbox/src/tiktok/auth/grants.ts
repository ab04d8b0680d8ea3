/**
 * Authorization codes and tokens of the test application at TikTok Shop. All times are sandbox time, in epoch seconds.
 */
import { randomBytes } from 'node:crypto';
import type { TiktokOptions } from '../application.ts';
import { TiktokError, TiktokTokenError } from '../errors.ts';

const CODE_SECONDS = 30 * 60;
/** Replaced tokens are kept for this many rotations. */
const MAX_TOKENS_PER_GRANT = 20;

interface IssuedCode {
  readonly code: string;
  readonly shops: readonly string[];
  readonly issuedAt: number;
}

interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** One seller's authorization. */
export interface TiktokGrant {
  /** The chosen shop, followed by the others that the authorization covers. */
  readonly shops: readonly string[];
  readonly endsAt: number;
  readonly revoked: boolean;
  readonly accessTokens: readonly Token[];
  readonly refreshTokens: readonly Token[];
}

export interface TiktokGrantState {
  readonly codes: readonly IssuedCode[];
  readonly grants: readonly TiktokGrant[];
}

export interface TiktokTokens {
  readonly grant: TiktokGrant;
  readonly accessToken: Token;
  readonly refreshToken: Token;
}

function secret(bytes: number): string {
  return `ROW_${randomBytes(bytes).toString('base64url')}`;
}

export class TiktokGrants {
  readonly #now: () => number;
  readonly #options: () => TiktokOptions;
  #codes: readonly IssuedCode[] = [];
  #grants: readonly TiktokGrant[] = [];

  constructor(now: () => number, options: () => TiktokOptions) {
    this.#now = now;
    this.#options = options;
  }

  state(): TiktokGrantState {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: TiktokGrantState): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  /** Issues a single-use code that expires after 30 minutes. */
  issueCode(shops: readonly string[]): string {
    const code = secret(24);
    const now = this.#now();
    const live = this.#codes.filter(({ issuedAt }) => now - issuedAt <= CODE_SECONDS);
    this.#codes = [...live, { code, shops, issuedAt: now }];
    return code;
  }

  #byAccess(token: string): TiktokGrant | undefined {
    return this.#grants.find(({ accessTokens }) => accessTokens.some((one) => one.token === token));
  }

  #byRefresh(token: string): TiktokGrant | undefined {
    return this.#grants.find(({ refreshTokens }) =>
      refreshTokens.some((one) => one.token === token),
    );
  }

  #replace(before: TiktokGrant, after: TiktokGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
  }

  exchange(code: string): TiktokTokens {
    const now = this.#now();
    const issued = this.#codes.find((one) => one.code === code);
    if (issued === undefined || now - issued.issuedAt > CODE_SECONDS) {
      throw new TiktokTokenError(36_004_004, 'Invalid auth code.');
    }
    this.#codes = this.#codes.filter((one) => one !== issued);
    const grant: TiktokGrant = {
      shops: issued.shops,
      endsAt: now + this.#options().authorizationSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    };
    this.#grants = [...this.#grants, grant];
    return this.#issue(grant);
  }

  refresh(token: string): TiktokTokens {
    const now = this.#now();
    const grant = this.#byRefresh(token);
    const presented = grant?.refreshTokens.find((one) => one.token === token);
    if (!grant || !presented || grant.revoked) {
      throw new TiktokTokenError(36_004_005, 'can not find related auth record');
    }
    if (now >= grant.endsAt) throw new TiktokTokenError(36_004_001, 'rt has expired');
    if (now >= presented.expiresAt) {
      throw new TiktokTokenError(36_004_005, 'can not find related auth record');
    }
    return this.#issue(grant);
  }

  #issue(grant: TiktokGrant): TiktokTokens {
    const now = this.#now();
    const options = this.#options();
    const accessToken = {
      token: secret(72),
      expiresAt: Math.min(grant.endsAt, now + options.accessTokenSeconds),
    };
    const current = grant.refreshTokens.at(-1);
    const isKept = current !== undefined && !options.rotateRefreshTokens;
    const refreshToken = isKept ? current : { token: secret(40), expiresAt: grant.endsAt };
    const graceEnd = now + options.refreshGraceSeconds;
    const renewed: TiktokGrant = {
      ...grant,
      accessTokens: [...grant.accessTokens.slice(-MAX_TOKENS_PER_GRANT), accessToken],
      refreshTokens: isKept
        ? grant.refreshTokens
        : [
            ...grant.refreshTokens
              .slice(-MAX_TOKENS_PER_GRANT)
              .map((one) => ({ ...one, expiresAt: Math.min(one.expiresAt, graceEnd) })),
            refreshToken,
          ],
    };
    this.#replace(grant, renewed);
    return { grant: renewed, accessToken, refreshToken };
  }

  /**
   * Returns the authorization of a valid access token.
   *
   * @throws {TiktokError} 105001 if it is invalid, 105002 if it has expired.
   */
  authorizationOf(token: string): TiktokGrant {
    const grant = this.#byAccess(token);
    const access = grant?.accessTokens.find((one) => one.token === token);
    if (!grant || !access || grant.revoked) throw new TiktokError(105_001);
    if (this.#now() >= access.expiresAt) throw new TiktokError(105_002);
    return grant;
  }

  /** Returns the first shop of a token, valid or not, for counters and faults. */
  shopBehind(token: string): string | undefined {
    return (this.#byAccess(token) ?? this.#byRefresh(token))?.shops[0];
  }

  /** Expires an access token now. Its refresh token still works. */
  expire(token: string): void {
    const grant = this.#byAccess(token);
    if (grant === undefined) return;
    this.#replace(grant, {
      ...grant,
      accessTokens: grant.accessTokens.map((one) =>
        one.token === token ? { ...one, expiresAt: Math.min(one.expiresAt, this.#now()) } : one,
      ),
    });
  }

  /**
   * Simulates that the seller removes the app: no token of this authorization works anymore. Accepts any of its tokens.
   */
  revoke(token: string): void {
    const grant = this.#byAccess(token) ?? this.#byRefresh(token);
    if (grant !== undefined) this.#replace(grant, { ...grant, revoked: true });
  }
}
