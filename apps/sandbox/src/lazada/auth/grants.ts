/** Authorization codes and tokens of the test application. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { LazadaOptions } from '../application.ts';
import { LazadaError } from '../errors.ts';
import {
  GrantStore,
  newestTokens,
  type AccessToken,
  type AuthorizationCode,
  type GrantState,
} from '../../grants/grant-store.ts';

const codeSeconds = 30 * 60;
const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(
    randomBytes(length),
    (byte) => alphanumerics[byte % alphanumerics.length] ?? 'A',
  ).join('');
}

interface IssuedCode extends AuthorizationCode {
  readonly appKey: string;
  readonly shop: string;
  readonly used: boolean;
}

interface RefreshToken {
  readonly token: string;
  /** When a newer token replaced it; null for the current one. */
  readonly replacedAt: number | null;
}

interface LazadaGrant {
  readonly appKey: string;
  readonly shop: string;
  readonly authorizedAt: number;
  readonly refreshEndsAt: number;
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly RefreshToken[];
}

export type LazadaGrantState = GrantState<IssuedCode, LazadaGrant>;

export interface LazadaTokens {
  readonly shop: string;
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly refreshToken: string;
  readonly refreshExpiresIn: number;
}

export class LazadaGrants extends GrantStore<IssuedCode, LazadaGrant> {
  readonly #options: () => LazadaOptions;

  constructor(now: () => number, options: () => LazadaOptions) {
    super(now, codeSeconds);
    this.#options = options;
  }

  /** Issues a single-use code that expires after 30 minutes. */
  issueCode(appKey: string, shop: string): string {
    const code = `0_${appKey}_${randomText(26)}`;
    return this.addCode({ code, appKey, shop, issuedAt: this.now(), used: false });
  }

  /** Returns the shop of a code, refresh token or access token, even if it no longer works. */
  shopBehind(secret: string): string | undefined {
    return (this.grantOf(secret) ?? this.findCode(secret))?.shop;
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {LazadaError} `InvalidCode` if it is unknown, used or expired.
   */
  exchange(appKey: string, code: string): LazadaTokens {
    const issued = this.findCode(code);
    if (issued === undefined || issued.used || issued.appKey !== appKey || this.isExpired(issued)) {
      throw new LazadaError('InvalidCode');
    }
    this.replaceCode(issued, { ...issued, used: true });
    const now = this.now();
    const grant = this.addGrant({
      appKey,
      shop: issued.shop,
      authorizedAt: now,
      refreshEndsAt: now + this.#options().refreshTokenSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    });
    return this.#issue(grant);
  }

  /**
   * Rotates both tokens. The expiry of the refresh token does not change.
   *
   * @throws {LazadaError} `IllegalRefreshToken`, or `AUTH_TYPE_UNSUPPORTED` in subscription mode.
   */
  refresh(appKey: string, token: string): LazadaTokens {
    const grant = this.grantOf(token);
    const presented = grant?.refreshTokens.find((candidate) => candidate.token === token);
    const now = this.now();
    const retired =
      typeof presented?.replacedAt === 'number' &&
      now - presented.replacedAt >= this.#options().refreshGraceSeconds;
    if (
      grant === undefined ||
      presented === undefined ||
      retired ||
      grant.revoked ||
      grant.appKey !== appKey ||
      now >= grant.refreshEndsAt
    ) {
      throw new LazadaError('IllegalRefreshToken');
    }
    if (this.#options().subscriptionMode) throw new LazadaError('AUTH_TYPE_UNSUPPORTED');
    return this.#issue(grant);
  }

  #issue(grant: LazadaGrant): LazadaTokens {
    const now = this.now();
    const { accessTokenSeconds, subscriptionMode } = this.#options();
    const access: AccessToken = {
      token: `50000${randomText(55)}`,
      expiresAt: now + accessTokenSeconds,
    };
    const refresh: RefreshToken = { token: `50001${randomText(55)}`, replacedAt: null };
    this.replaceGrant(grant, {
      ...grant,
      accessTokens: [...newestTokens(grant.accessTokens), access],
      refreshTokens: [
        ...newestTokens(grant.refreshTokens).map((old) =>
          old.replacedAt === null ? { ...old, replacedAt: now } : old,
        ),
        refresh,
      ],
    });
    return {
      shop: grant.shop,
      accessToken: access.token,
      expiresIn: accessTokenSeconds,
      refreshToken: refresh.token,
      refreshExpiresIn: subscriptionMode ? 0 : grant.refreshEndsAt - now,
    };
  }

  /**
   * Returns the shop of a valid access token.
   *
   * @throws {LazadaError} `IllegalAccessToken`.
   */
  shopOf(appKey: string, token: string): string {
    const grant = this.grantOf(token);
    const access = grant?.accessTokens.find((candidate) => candidate.token === token);
    if (
      grant === undefined ||
      access === undefined ||
      grant.revoked ||
      grant.appKey !== appKey ||
      this.now() >= access.expiresAt
    ) {
      throw new LazadaError('IllegalAccessToken');
    }
    return grant.shop;
  }
}
