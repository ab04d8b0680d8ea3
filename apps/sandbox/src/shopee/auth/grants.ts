/** Authorization codes and tokens of the test application at Shopee. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { ShopeeOptions } from '../application.ts';
import { ShopeeError } from '../errors.ts';

const CODE_SECONDS = 600;
/** Replaced tokens are kept for this many rotations. */
const MAX_TOKENS_PER_GRANT = 20;

/** Who consented: the account of one shop, or a main account for all its shops. */
export type ConsentSubject =
  | { readonly shop: string }
  | { readonly mainAccount: string; readonly shops: readonly string[] };

export type ShopeeCode = ConsentSubject & { readonly code: string; readonly issuedAt: number };

interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

interface RefreshToken {
  readonly token: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** One seller's authorization. */
export interface ShopeeGrant {
  readonly shop: string;
  readonly authorizedAt: number;
  readonly endsAt: number;
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly RefreshToken[];
}

export interface ShopeeGrantState {
  readonly codes: readonly ShopeeCode[];
  readonly grants: readonly ShopeeGrant[];
}

export interface ShopeeTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

export class ShopeeGrants {
  readonly #now: () => number;
  readonly #options: () => ShopeeOptions;
  #codes: readonly ShopeeCode[] = [];
  #grants: readonly ShopeeGrant[] = [];

  constructor(now: () => number, options: () => ShopeeOptions) {
    this.#now = now;
    this.#options = options;
  }

  state(): ShopeeGrantState {
    return { codes: this.#codes, grants: this.#grants };
  }

  restore(state: ShopeeGrantState): void {
    this.#codes = state.codes;
    this.#grants = state.grants;
  }

  clear(): void {
    this.restore({ codes: [], grants: [] });
  }

  /** Issues a single-use code that expires after 10 minutes. */
  issueCode(consenter: ConsentSubject): string {
    const code = secret();
    const now = this.#now();
    const live = this.#codes.filter(({ issuedAt }) => now - issuedAt <= CODE_SECONDS);
    this.#codes = [...live, { ...consenter, code, issuedAt: now }];
    return code;
  }

  /**
   * Finds a grant by its access token. The first tokens of a main account belong to several grants; the shop decides.
   */
  #byAccess(token: string, shop: string): ShopeeGrant | undefined {
    const known = this.#grants.filter(({ accessTokens }) =>
      accessTokens.some((one) => one.token === token),
    );
    return known.find((grant) => grant.shop === shop) ?? known[0];
  }

  #byRefresh(token: string, shop: string): ShopeeGrant | undefined {
    return this.#grants.find(
      (grant) => grant.shop === shop && grant.refreshTokens.some((one) => one.token === token),
    );
  }

  #replace(before: ShopeeGrant, after: ShopeeGrant): void {
    this.#grants = this.#grants.map((grant) => (grant === before ? after : grant));
  }

  #codeOf(code: string): ShopeeCode {
    const issued = this.#codes.find((one) => one.code === code);
    if (issued === undefined || this.#now() - issued.issuedAt > CODE_SECONDS) {
      throw new ShopeeError('invalid_code');
    }
    return issued;
  }

  #spend(code: ShopeeCode): void {
    this.#codes = this.#codes.filter((one) => one !== code);
  }

  #open(shop: string): ShopeeGrant {
    const now = this.#now();
    const grant: ShopeeGrant = {
      shop,
      authorizedAt: now,
      endsAt: now + this.#options().authorizationSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    };
    this.#grants = [...this.#grants, grant];
    return grant;
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {ShopeeError} `invalid_code` or `invalid_shop_id`.
   */
  exchange(code: string, shop: string): ShopeeTokens {
    const issued = this.#codeOf(code);
    if (!('shop' in issued) || issued.shop !== shop) throw new ShopeeError('invalid_shop_id');
    this.#spend(issued);
    return this.#issue(this.#open(shop));
  }

  /**
   * Exchanges a code for the first token pair of all shops of a main account. Its refresh token can be used once per
   * shop; from then on each shop has its own tokens.
   *
   * @throws {ShopeeError} `invalid_code` or `invalid_main_acount_id`.
   */
  exchangeForAll(
    code: string,
    mainAccount: string,
  ): { tokens: ShopeeTokens; shops: readonly string[] } {
    const issued = this.#codeOf(code);
    if (!('mainAccount' in issued) || issued.mainAccount !== mainAccount) {
      throw new ShopeeError('invalid_main_acount_id');
    }
    this.#spend(issued);
    const shared = { access: secret(), refresh: secret() };
    const issues = issued.shops.map((shop) => this.#issue(this.#open(shop), shared));
    const tokens = issues[0] ?? {
      accessToken: shared.access,
      refreshToken: shared.refresh,
      expiresIn: this.#options().accessTokenSeconds,
    };
    return { tokens, shops: issued.shops };
  }

  /**
   * Refreshes tokens. A refresh token can be used once.
   *
   * @throws {ShopeeError} if the refresh token is invalid, used or expired, or the authorization has ended.
   */
  refresh(token: string, shop: string): ShopeeTokens {
    const now = this.#now();
    const grant = this.#byRefresh(token, shop);
    const presented = grant?.refreshTokens.find((one) => one.token === token);
    if (!grant || !presented || presented.used) {
      throw new ShopeeError('error_shop_refresh_token');
    }
    if (grant.revoked) throw new ShopeeError('shop_no_linked');
    if (now >= grant.endsAt) throw new ShopeeError('shop_access_expired');
    if (now >= presented.expiresAt) throw new ShopeeError('refresh_token_expired');
    const spent = {
      ...grant,
      refreshTokens: grant.refreshTokens.map((one) =>
        one === presented ? { ...one, used: true } : one,
      ),
    };
    this.#replace(grant, spent);
    return this.#issue(spent);
  }

  #issue(grant: ShopeeGrant, token = { access: secret(), refresh: secret() }): ShopeeTokens {
    const now = this.#now();
    const options = this.#options();
    const previousEnd = now + options.previousTokenSeconds;
    const access = { token: token.access, expiresAt: now + options.accessTokenSeconds };
    const refresh = {
      token: token.refresh,
      expiresAt: now + options.refreshTokenSeconds,
      used: false,
    };
    this.#replace(grant, {
      ...grant,
      accessTokens: [
        ...grant.accessTokens
          .slice(-MAX_TOKENS_PER_GRANT)
          .map((one) => ({ ...one, expiresAt: Math.min(one.expiresAt, previousEnd) })),
        access,
      ],
      refreshTokens: [...grant.refreshTokens.slice(-MAX_TOKENS_PER_GRANT), refresh],
    });
    return {
      accessToken: access.token,
      refreshToken: refresh.token,
      expiresIn: options.accessTokenSeconds,
    };
  }

  /**
   * Returns the authorization of a valid access token of a shop.
   *
   * @throws {ShopeeError} `invalid_acceess_token` or `partner_shop_no_link`.
   */
  authorizationOf(token: string, shop: string): ShopeeGrant {
    const now = this.#now();
    const grant = this.#byAccess(token, shop);
    const access = grant?.accessTokens.find((one) => one.token === token);
    if (!grant || !access || now >= access.expiresAt || now >= grant.endsAt) {
      throw new ShopeeError('invalid_acceess_token');
    }
    if (grant.shop !== shop || grant.revoked) throw new ShopeeError('partner_shop_no_link');
    return grant;
  }

  /** Expires a shop's access token now. Its refresh token still works. */
  expire(token: string, shop: string): void {
    const grant = this.#byAccess(token, shop);
    if (grant === undefined) return;
    this.#replace(grant, {
      ...grant,
      accessTokens: grant.accessTokens.map((one) =>
        one.token === token ? { ...one, expiresAt: Math.min(one.expiresAt, this.#now()) } : one,
      ),
    });
  }

  /** Simulates that the seller removes the app: no token of this authorization works anymore. */
  revoke(token: string, shop: string): void {
    const grant = this.#byAccess(token, shop);
    if (grant !== undefined) this.#replace(grant, { ...grant, revoked: true });
  }
}
