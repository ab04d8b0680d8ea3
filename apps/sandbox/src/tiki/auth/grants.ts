/** Codes and tokens of the test application. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { TikiOptions } from '../application.ts';
import { TikiError, TikiTokenError } from '../errors.ts';
import {
  GrantStore,
  newestTokens,
  type AccessToken,
  type AuthorizationCode,
  type GrantState,
} from '../../grants/grant-store.ts';

const codeSeconds = 10 * 60;
interface IssuedCode extends AuthorizationCode {
  readonly shop: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly used: boolean;
}

interface RefreshToken extends AccessToken {
  readonly spent: boolean;
}

interface TikiGrant {
  readonly shop: string;
  readonly scope: string;
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly RefreshToken[];
}

export type TikiGrantState = GrantState<IssuedCode, TikiGrant>;

/**
 * The token response.
 *
 * @see RFC 6749 section 5.1
 */
interface TikiTokens {
  readonly access_token: string;
  readonly expires_in: number;
  readonly token_type: 'bearer';
  readonly scope: string;
  /** Only with the scope `offline`. */
  readonly refresh_token?: string;
}

/** Issues, rotates, checks and revokes codes and tokens. */
export class TikiGrants extends GrantStore<IssuedCode, TikiGrant> {
  readonly #options: () => TikiOptions;

  constructor(now: () => number, options: () => TikiOptions) {
    super(now, codeSeconds);
    this.#options = options;
  }

  /** Issues a single-use code that expires after ten minutes, bound to the redirect address. */
  issueCode(shop: string, redirectUri: string, scope: string): string {
    const code = randomBytes(32).toString('base64url');
    return this.addCode({ code, shop, redirectUri, scope, issuedAt: this.now(), used: false });
  }

  /** Returns the shop of a code or token, even if it is used, expired or revoked. */
  shopBehind(secret: string): string | undefined {
    return (this.grantOf(secret) ?? this.findCode(secret))?.shop;
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {TikiTokenError} `invalid_grant` if the code is invalid, used, expired, or issued for another address.
   */
  exchange(code: string, redirectUri: string): TikiTokens {
    const issued = this.findCode(code);
    if (issued === undefined || issued.used || this.isExpired(issued)) {
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
    this.replaceCode(issued, { ...issued, used: true });
    const grant = this.addGrant({
      shop: issued.shop,
      scope: issued.scope,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    });
    return this.#issue(grant);
  }

  /**
   * Rotates both tokens. Reuse of a spent refresh token revokes the grant if `reuseRevokes` is set.
   *
   * @throws {TikiTokenError} `invalid_grant` if the token is invalid, spent, expired or revoked.
   */
  refresh(token: string): TikiTokens {
    const grant = this.grantOf(token);
    const presented = grant?.refreshTokens.find((each) => each.token === token);
    if (grant !== undefined && presented?.spent === true && this.#options().reuseRevokes) {
      this.revokeGrant(grant);
    }
    if (
      grant === undefined ||
      presented === undefined ||
      presented.spent ||
      grant.revoked ||
      this.now() >= presented.expiresAt
    ) {
      throw new TikiTokenError('invalid_grant', 'The refresh token is invalid, used or expired');
    }
    return this.#issue(grant);
  }

  #issue(grant: TikiGrant): TikiTokens {
    const now = this.now();
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
    const earlier = newestTokens(grant.refreshTokens);
    this.replaceGrant(grant, {
      ...grant,
      accessTokens: [...newestTokens(grant.accessTokens), access],
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
    const grant = this.grantOf(token);
    const access = grant?.accessTokens.find((each) => each.token === token);
    if (
      grant === undefined ||
      access === undefined ||
      grant.revoked ||
      this.now() >= access.expiresAt
    ) {
      throw new TikiError(401);
    }
    const granted = grant.scope.split(' ');
    if (scope !== null && !granted.includes(scope) && !granted.includes('all')) {
      throw new TikiError(403);
    }
    return grant.shop;
  }
}
