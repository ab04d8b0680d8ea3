/** Authorization codes and tokens of the test application at Shopee. All times are sandbox time, in epoch seconds. */
import { randomBytes } from 'node:crypto';
import type { ShopeeOptions } from '../application.ts';
import { ShopeeError } from '../errors.ts';
import {
  GrantStore,
  newestTokens,
  type AccessToken,
  type AuthorizationCode,
  type GrantState,
} from '../../grants/grant-store.ts';

const codeSeconds = 600;
/** Who consented: the account of one shop, or a main account for all its shops. */
type ConsentSubject =
  | { readonly shop: string }
  | { readonly mainAccount: string; readonly shops: readonly string[] };

type ShopeeCode = ConsentSubject & AuthorizationCode;

interface RefreshToken extends AccessToken {
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

export type ShopeeGrantState = GrantState<ShopeeCode, ShopeeGrant>;

export interface ShopeeTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

export class ShopeeGrants extends GrantStore<ShopeeCode, ShopeeGrant> {
  readonly #options: () => ShopeeOptions;

  constructor(now: () => number, options: () => ShopeeOptions) {
    super(now, codeSeconds);
    this.#options = options;
  }

  /** Issues a single-use code that expires after 10 minutes. */
  issueCode(consenter: ConsentSubject): string {
    return this.addCode({ ...consenter, code: secret(), issuedAt: this.now() });
  }

  /**
   * Finds a grant by a token. The first tokens of a main account belong to several grants; the shop decides.
   */
  protected override grantOf(token: string, shop: string): ShopeeGrant | undefined {
    const grants = this.findGrants(token);
    return grants.find((grant) => grant.shop === shop) ?? grants[0];
  }

  #codeOf(code: string): ShopeeCode {
    const issued = this.findCode(code);
    if (issued === undefined || this.isExpired(issued)) {
      throw new ShopeeError('invalid_code');
    }
    return issued;
  }

  #open(shop: string): ShopeeGrant {
    const now = this.now();
    return this.addGrant({
      shop,
      authorizedAt: now,
      endsAt: now + this.#options().authorizationSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    });
  }

  /**
   * Exchanges a code for tokens.
   *
   * @throws {ShopeeError} `invalid_code` or `invalid_shop_id`.
   */
  exchange(code: string, shop: string): ShopeeTokens {
    const issued = this.#codeOf(code);
    if (!('shop' in issued) || issued.shop !== shop) throw new ShopeeError('invalid_shop_id');
    this.replaceCode(issued);
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
    this.replaceCode(issued);
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
    const now = this.now();
    const grant = this.grantOf(token, shop);
    const presented = grant?.refreshTokens.find((one) => one.token === token);
    if (!grant || grant.shop !== shop || !presented || presented.used) {
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
    this.replaceGrant(grant, spent);
    return this.#issue(spent);
  }

  #issue(grant: ShopeeGrant, token = { access: secret(), refresh: secret() }): ShopeeTokens {
    const now = this.now();
    const options = this.#options();
    const previousEnd = now + options.previousTokenSeconds;
    const access = { token: token.access, expiresAt: now + options.accessTokenSeconds };
    const refresh = {
      token: token.refresh,
      expiresAt: now + options.refreshTokenSeconds,
      used: false,
    };
    this.replaceGrant(grant, {
      ...grant,
      accessTokens: [
        ...newestTokens(grant.accessTokens).map((one) => ({
          ...one,
          expiresAt: Math.min(one.expiresAt, previousEnd),
        })),
        access,
      ],
      refreshTokens: [...newestTokens(grant.refreshTokens), refresh],
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
    const now = this.now();
    const grant = this.grantOf(token, shop);
    const access = grant?.accessTokens.find((one) => one.token === token);
    if (!grant || !access || now >= access.expiresAt || now >= grant.endsAt) {
      throw new ShopeeError('invalid_acceess_token');
    }
    if (grant.shop !== shop || grant.revoked) throw new ShopeeError('partner_shop_no_link');
    return grant;
  }
}
