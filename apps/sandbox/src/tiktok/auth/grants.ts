/**
 * Authorization codes and tokens of the test application at TikTok Shop. All times are sandbox time, in epoch seconds.
 */
import { randomBytes } from 'node:crypto';
import type { TiktokOptions } from '../application.ts';
import { TiktokError, TiktokTokenError } from '../errors.ts';
import {
  GrantStore,
  newestTokens,
  type AccessToken,
  type AuthorizationCode,
  type GrantState,
} from '../../grants/grant-store.ts';

const codeSeconds = 30 * 60;
interface IssuedCode extends AuthorizationCode {
  readonly shops: readonly string[];
}

/** One seller's authorization. */
export interface TiktokGrant {
  /** The chosen shop, followed by the others that the authorization covers. */
  readonly shops: readonly string[];
  readonly endsAt: number;
  readonly revoked: boolean;
  readonly accessTokens: readonly AccessToken[];
  readonly refreshTokens: readonly AccessToken[];
}

export type TiktokGrantState = GrantState<IssuedCode, TiktokGrant>;

interface TiktokTokens {
  readonly grant: TiktokGrant;
  readonly accessToken: AccessToken;
  readonly refreshToken: AccessToken;
}

function secret(bytes: number): string {
  return `ROW_${randomBytes(bytes).toString('base64url')}`;
}

export class TiktokGrants extends GrantStore<IssuedCode, TiktokGrant> {
  readonly #options: () => TiktokOptions;

  constructor(now: () => number, options: () => TiktokOptions) {
    super(now, codeSeconds);
    this.#options = options;
  }

  /** Issues a single-use code that expires after 30 minutes. */
  issueCode(shops: readonly string[]): string {
    return this.addCode({ code: secret(24), shops, issuedAt: this.now() });
  }

  exchange(code: string): TiktokTokens {
    const issued = this.findCode(code);
    if (issued === undefined || this.isExpired(issued)) {
      throw new TiktokTokenError(36_004_004, 'Invalid auth code.');
    }
    this.replaceCode(issued);
    const grant = this.addGrant({
      shops: issued.shops,
      endsAt: this.now() + this.#options().authorizationSeconds,
      revoked: false,
      accessTokens: [],
      refreshTokens: [],
    });
    return this.#issue(grant);
  }

  refresh(token: string): TiktokTokens {
    const now = this.now();
    const grant = this.grantOf(token);
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
    const now = this.now();
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
      accessTokens: [...newestTokens(grant.accessTokens), accessToken],
      refreshTokens: isKept
        ? grant.refreshTokens
        : [
            ...newestTokens(grant.refreshTokens).map((one) => ({
              ...one,
              expiresAt: Math.min(one.expiresAt, graceEnd),
            })),
            refreshToken,
          ],
    };
    this.replaceGrant(grant, renewed);
    return { grant: renewed, accessToken, refreshToken };
  }

  /**
   * Returns the authorization of a valid access token.
   *
   * @throws {TiktokError} 105001 if it is invalid, 105002 if it has expired.
   */
  authorizationOf(token: string): TiktokGrant {
    const grant = this.grantOf(token);
    const access = grant?.accessTokens.find((one) => one.token === token);
    if (!grant || !access || grant.revoked) throw new TiktokError(105_001);
    if (this.now() >= access.expiresAt) throw new TiktokError(105_002);
    return grant;
  }

  /** Returns the first shop of a token, valid or not, for counters and faults. */
  shopBehind(token: string): string | undefined {
    return this.grantOf(token)?.shops[0];
  }
}
