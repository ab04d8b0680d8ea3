/** Authorization codes and tokens of the test application. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { LazadaOptions } from '../application.ts';
import { LazadaError } from '../errors.ts';

const CODE_SECONDS = 30 * 60;
const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomText(length: number): string {
  return Array.from(
    randomBytes(length),
    (byte) => ALPHANUMERICS[byte % ALPHANUMERICS.length] ?? 'A',
  ).join('');
}

export interface IssuedCode {
  readonly code: string;
  readonly appKey: string;
  readonly shop: string;
  readonly issuedAt: number;
  readonly used: boolean;
}

export interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

export interface RefreshToken {
  readonly token: string;
  /** When a newer token replaced it; null for the current one. */
  readonly replacedAt: number | null;
}

export interface LazadaGrant {
  readonly appKey: string;
  readonly shop: string;
  readonly authorizedAt: number;
  readonly refreshEndsAt: number;
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly RefreshToken[];
}

export interface LazadaGrantState {
  readonly codes: readonly IssuedCode[];
  readonly grants: readonly LazadaGrant[];
}

export interface LazadaTokens {
  readonly shop: string;
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly refreshToken: string;
  readonly refreshExpiresIn: number;
}

/** Replaced tokens are kept for this many rotations. */
const MAX_TOKENS_PER_GRANT = 20;

export class LazadaGrants {
  readonly #now: () => number;
  readonly #options: () => LazadaOptions;
  #codes: readonly IssuedCode[] = [];
  #grants: readonly LazadaGrant[] = [];
  readonly #byToken = new Map<string, LazadaGrant>();

  constructor(now: () => number, options: () => LazadaOptions) {
    this.#now = now;
    this.#options = options;
  }

  state(): LazadaGrantState {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: LazadaGrantState): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
    this.#byToken.clear();
    for (const grant of this.#grants) this.#remember(grant);
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  #remember(grant: LazadaGrant): void {
    for (const { token } of [...grant.accessTokens, ...grant.refreshTokens]) {
      this.#byToken.set(token, grant);
    }
  }

  #replace(before: LazadaGrant, after: LazadaGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
    for (const { token } of [...before.accessTokens, ...before.refreshTokens]) {
      this.#byToken.delete(token);
    }
    this.#remember(after);
  }

  /** Issues a single-use code that expires after 30 minutes. */
  issueCode(appKey: string, shop: string): string {
    const code = `0_${appKey}_${randomText(26)}`;
    const live = this.#codes.filter(({ issuedAt }) => this.#now() - issuedAt <= CODE_SECONDS);
    this.#codes = [...live, { code, appKey, shop, issuedAt: this.#now(), used: false }];
    return code;
  }

  /** Returns the shop of a code, refresh token or access token, even if it no longer works. */
  shopBehind(secret: string): string | undefined {
    return this.#byToken.get(secret)?.shop ?? this.#codes.find(({ code }) => code === secret)?.shop;
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {LazadaError} `InvalidCode` if it is unknown, used or expired.
   */
  exchange(appKey: string, code: string): LazadaTokens {
    const issued = this.#codes.find((candidate) => candidate.code === code);
    const now = this.#now();
    if (
      issued === undefined ||
      issued.used ||
      issued.appKey !== appKey ||
      now - issued.issuedAt > CODE_SECONDS
    ) {
      throw new LazadaError('InvalidCode');
    }
    this.#codes = this.#codes.map((candidate) =>
      candidate === issued ? { ...candidate, used: true } : candidate,
    );
    const grant: LazadaGrant = {
      appKey,
      shop: issued.shop,
      authorizedAt: now,
      refreshEndsAt: now + this.#options().refreshTokenSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    };
    this.#grants = [...this.#grants, grant];
    return this.#issue(grant);
  }

  /**
   * Rotates both tokens. The expiry of the refresh token does not change.
   *
   * @throws {LazadaError} `IllegalRefreshToken`, or `AUTH_TYPE_UNSUPPORTED` in subscription mode.
   */
  refresh(appKey: string, token: string): LazadaTokens {
    const grant = this.#byToken.get(token);
    const presented = grant?.refreshTokens.find((candidate) => candidate.token === token);
    const now = this.#now();
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
    const now = this.#now();
    const { accessTokenSeconds, subscriptionMode } = this.#options();
    const access: AccessToken = {
      token: `50000${randomText(55)}`,
      expiresAt: now + accessTokenSeconds,
    };
    const refresh: RefreshToken = { token: `50001${randomText(55)}`, replacedAt: null };
    this.#replace(grant, {
      ...grant,
      accessTokens: [...grant.accessTokens.slice(-MAX_TOKENS_PER_GRANT), access],
      refreshTokens: [
        ...grant.refreshTokens
          .slice(-MAX_TOKENS_PER_GRANT)
          .map((old) => (old.replacedAt === null ? { ...old, replacedAt: now } : old)),
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
    const grant = this.#byToken.get(token);
    const access = grant?.accessTokens.find((candidate) => candidate.token === token);
    if (
      grant === undefined ||
      access === undefined ||
      grant.revoked ||
      grant.appKey !== appKey ||
      this.#now() >= access.expiresAt
    ) {
      throw new LazadaError('IllegalAccessToken');
    }
    return grant.shop;
  }

  /** Expires an access token now. Its refresh token still works. */
  expire(token: string): void {
    const grant = this.#byToken.get(token);
    if (grant === undefined) return;
    this.#replace(grant, {
      ...grant,
      accessTokens: grant.accessTokens.map((access) =>
        access.token === token
          ? { ...access, expiresAt: Math.min(access.expiresAt, this.#now()) }
          : access,
      ),
    });
  }

  /** Simulates that the seller revokes the consent behind a token: none of its tokens works anymore. */
  revoke(token: string): void {
    const grant = this.#byToken.get(token);
    if (grant !== undefined) this.#replace(grant, { ...grant, revoked: true });
  }
}
