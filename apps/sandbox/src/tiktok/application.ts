/** The test application that is registered with TikTok Shop's side, and what can be set about the platform. */
import {
  listOf,
  oneOf,
  createOptionUpdater,
  booleanOption,
  nonNegativeIntegerOption,
} from '../options.ts';

export const TIKTOK_APPLICATION = {
  appKey: '6sc100240tts',
  appSecret: 'sc-tiktok-secret-0001',
  /** Of the page on which sellers authorise it; not the key. */
  serviceId: '7100240000000000001',
  name: 'Seller Connect',
} as const;

/** What an application may be allowed to read; the names are not confirmed by the documentation. */
export const SCOPES = [
  'seller.authorization.info',
  'seller.order.info',
  'seller.product.basic',
  'seller.return_refund.basic',
  'seller.finance.info',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Behaviour that the platform decides or leaves open; changed through the control API. */
export interface TiktokOptions {
  /** Life of an access token, seconds. */
  readonly accessTokenSeconds: number;
  /** How long a seller's authorisation, and with it the refresh token, holds, seconds. */
  readonly authorizationSeconds: number;
  /** How long a refresh token works after it was replaced, seconds. */
  readonly refreshGraceSeconds: number;
  /** Whether refreshing replaces the refresh token. */
  readonly rotateRefreshTokens: boolean;
  /** Whether an authorisation opens every shop of the seller's, and not only the chosen one. */
  readonly wholeAccount: boolean;
  /** Calls per second of the app and of one shop; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerShop: number;
  /** Whether an answer 429 says in `Retry-After` how long to wait. */
  readonly sendsRetryAfter: boolean;
  /** HTTP status of a refused access token: the documentation names none. */
  readonly tokenFaultStatus: number;
  /** Whether the last page says so by an empty `next_page_token`, and not by none. */
  readonly emptyPageToken: boolean;
  /** Scopes that the application was not given. */
  readonly deniedScopes: readonly string[];
}

export const DEFAULT_TIKTOK_OPTIONS: TiktokOptions = {
  accessTokenSeconds: 7 * 86_400,
  authorizationSeconds: 365 * 86_400,
  refreshGraceSeconds: 60,
  rotateRefreshTokens: true,
  wholeAccount: false,
  callsPerSecondPerApp: 0,
  callsPerSecondPerShop: 0,
  sendsRetryAfter: false,
  tokenFaultStatus: 401,
  emptyPageToken: true,
  deniedScopes: [],
};

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
export const changeTiktokOptions = createOptionUpdater<TiktokOptions>({
  accessTokenSeconds: nonNegativeIntegerOption,
  authorizationSeconds: nonNegativeIntegerOption,
  refreshGraceSeconds: nonNegativeIntegerOption,
  rotateRefreshTokens: booleanOption,
  wholeAccount: booleanOption,
  callsPerSecondPerApp: nonNegativeIntegerOption,
  callsPerSecondPerShop: nonNegativeIntegerOption,
  sendsRetryAfter: booleanOption,
  tokenFaultStatus: oneOf(200, 401),
  emptyPageToken: booleanOption,
  deniedScopes: listOf('scopes'),
});
