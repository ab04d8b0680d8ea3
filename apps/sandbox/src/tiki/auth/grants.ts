/** Codes and tokens of the test application. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { TikiOptions } from '../application.ts';
import { TikiError, TikiTokenError } from '../errors.ts';

const CODE_SECONDS = 10 * 60;
/** Number of earlier tokens of a grant that are still recognized, so that reuse of a spent one is detected. */
const REMEMBERED_TOKENS = 20;

interface IssuedCode {
  readonly code: string;
  readonly shop: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly issuedAt: number;
  readonly used: boolean;
}

interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

interface RefreshToken extends Token {
  readonly spent: boolean;
}

interface TikiGrant {
  readonly shop: string;
  readonly scope: string;
  readonly revoked: boolean;
  readonly accessTokens: readonly Token[];
  readonly refreshTokens: readonly RefreshToken[];
}

export interface TikiGrantState {
  readonly codes: readonly IssuedCode[];
  readonly grants: readonly TikiGrant[];
}

/**
 * The token response.
 *
 * @see RFC 6749 section 5.1
 */
export interface TikiTokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'bearer';
  readonly scope: string;
  /** Only with the scope `offline`. */
  readonly refresh_token?: string;
}

/** Issues, rotates, checks and revokes codes and tokens. */
export class TikiGrants {
  readonly #now: () => number;
  readonly #options: () => TikiOptions;
  #codes: readonly IssuedCode[] = [];
  #grants: readonly TikiGrant[] = [];

  constructor(now: () => number, options: () => TikiOptions) {
    this.#now = now;
    this.#options = options;
  }

  state(): TikiGrantState {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: TikiGrantState): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  /** Issues a single-use code that expires after ten minutes, bound to the redirect address. */
  issueCode(shop: string, redirectUri: string, scope: string): string {
    const code = randomBytes(32).toString('base64url');
    const unexpired = this.#codes.filter(({ issuedAt }) => this.#now() - issuedAt <= CODE_SECONDS);
    const issued = { code, shop, redirectUri, scope, issuedAt: this.#now(), used: false };
    this.#codes = [...unexpired, issued];
    return code;
  }

  /** Returns the shop of a code or token, even if it is used, expired or revoked. */
  shopBehind(secret: string): string | undefined {
    return this.#grantOf(secret)?.shop ?? this.#codes.find(({ code }) => code === secret)?.shop;
  }

  #grantOf(token: string): TikiGrant | undefined {
    return this.#grants.find(({ accessTokens, refreshTokens }) =>
      [...accessTokens, ...refreshTokens].some((each) => each.token === token),
    );
  }

  #replace(before: TikiGrant, after: TikiGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {TikiTokenError} `invalid_grant` if the code is invalid, used, expired, or issued for another address.
   */
  exchange(code: string, redirectUri: string): TikiTokens {
    const issued = this.#codes.find((candidate) => candidate.code === code);
    const isExpired = issued !== undefined && this.#now() - issued.issuedAt > CODE_SECONDS;
    if (issued === undefined || issued.used || isExpired) {
      throw new TikiTokenError(
        'invalid_grant',
        'The authorization code is invalid, used or expired',
      );
    }
    if (issued.redirectUri !== redirectUri) {
      throw new TikiTokenError(
        'invalid_grant',
        'The redirect_uri is not the one of the authorization',
      );
    }
    this.#codes = this.#codes.map((each) => (each === issued ? { ...each, used: true } : each));
    const grant: TikiGrant = {
      shop: issued.shop,
      scope: issued.scope,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    };
    this.#grants = [...this.#grants, grant];
    return this.#issue(grant);
  }

  /**
   * Rotates both tokens. Reuse of a spent refresh token revokes the grant if `reuseRevokes` is set.
   *
   * @throws {TikiTokenError} `invalid_grant` if the token is invalid, spent, expired or revoked.
   */
  refresh(token: string): TikiTokens {
    const grant = this.#grantOf(token);
    const presented = grant?.refreshTokens.find((each) => each.token === token);
    if (grant !== undefined && presented?.spent === true && this.#options().reuseRevokes) {
      this.#replace(grant, { ...grant, revoked: true });
    }
    if (
      grant === undefined ||
      presented === undefined ||
      presented.spent ||
      grant.revoked ||
      this.#now() >= presented.expiresAt
    ) {
      throw new TikiTokenError('invalid_grant', 'The refresh token is invalid, used or expired');
    }
    return this.#issue(grant);
  }

  #issue(grant: TikiGrant): TikiTokens {
    const now = this.#now();
    const { accessTokenSeconds, refreshTokenSeconds } = this.#options();
    const access = {
      token: randomBytes(48).toString('base64url'),
      expiresAt: now + accessTokenSeconds,
    };
    const isRefreshable = grant.scope.split(' ').includes('offline');
    const refresh: RefreshToken = {
      token: randomBytes(48).toString('base64url'),
      expiresAt: now + refreshTokenSeconds,
      spent: false,
    };
    const earlier = grant.refreshTokens.slice(-REMEMBERED_TOKENS);
    this.#replace(grant, {
      ...grant,
      accessTokens: [...grant.accessTokens.slice(-REMEMBERED_TOKENS), access],
      refreshTokens: isRefreshable
        ? [...earlier.map((each) => ({ ...each, spent: true })), refresh]
        : earlier,
    });
    return {
      access_token: access.token,
      expires_in: accessTokenSeconds,
      token_type: 'bearer',
      scope: grant.scope,
      ...(isRefreshable && { refresh_token: refresh.token }),
    };
  }

  /**
   * Returns the shop of a valid access token. `scope` is the required one, or null if any will do.
   *
   * @throws {TikiError} 401 if the token is invalid, 403 if the scope is missing.
   */
  shopOf(token: string, scope: string | null): string {
    const grant = this.#grantOf(token);
    const access = grant?.accessTokens.find((each) => each.token === token);
    if (
      grant === undefined ||
      access === undefined ||
      grant.revoked ||
      this.#now() >= access.expiresAt
    ) {
      throw new TikiError(401);
    }
    const granted = grant.scope.split(' ');
    if (scope !== null && !granted.includes(scope) && !granted.includes('all')) {
      throw new TikiError(403);
    }
    return grant.shop;
  }

  /** Expires an access token now. Its refresh token still works. */
  expire(token: string): void {
    const grant = this.#grantOf(token);
    if (grant === undefined) return;
    this.#replace(grant, {
      ...grant,
      accessTokens: grant.accessTokens.map((access) =>
        access.token === token ? { ...access, expiresAt: this.#now() } : access,
      ),
    });
  }

  /** Simulates that the seller revokes the consent behind a token. */
  revoke(token: string): void {
    const grant = this.#grantOf(token);
    if (grant !== undefined) this.#replace(grant, { ...grant, revoked: true });
  }
}
