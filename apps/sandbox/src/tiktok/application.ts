/** The test application registered at TikTok Shop, and the platform's options. */
import {
  listOf,
  oneOf,
  createOptionUpdater,
  booleanOption,
  nonNegativeIntegerOption,
} from '../options.ts';

export const tiktokApplication = {
  appKey: '6sc100240tts',
  appSecret: 'sc-tiktok-secret-0001',
  /** ID of the application's authorization page; different from its key. */
  serviceId: '7100240000000000001',
  name: 'Seller Connect',
} as const;

/** Scopes of an application. Their names are not confirmed by TikTok's documentation. */
export const scopes = [
  'seller.authorization.info',
  'seller.order.info',
  'seller.product.basic',
  'seller.return_refund.basic',
  'seller.finance.info',
] as const;
export type Scope = (typeof scopes)[number];

/** Behavior that TikTok Shop chooses or leaves open; changed through the control API. */
export interface TiktokOptions {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Duration of a seller's authorization, and lifetime of its refresh token, in seconds. */
  readonly authorizationSeconds: number;
  /** How long a replaced refresh token still works, in seconds. */
  readonly refreshGraceSeconds: number;
  /** Whether a refresh replaces the refresh token. */
  readonly rotateRefreshTokens: boolean;
  /** Whether an authorization covers all shops of the seller, and not only the chosen one. */
  readonly wholeAccount: boolean;
  /** Rate limits per second of the app and of one shop; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerShop: number;
  /** Whether a 429 response has a `Retry-After` header. */
  readonly sendsRetryAfter: boolean;
  /** HTTP status for an invalid access token. TikTok does not document it. */
  readonly tokenFaultStatus: number;
  /** Whether the last page has an empty `next_page_token` instead of none. */
  readonly emptyPageToken: boolean;
  /** Scopes not granted to the application. */
  readonly deniedScopes: readonly string[];
}

export const defaultTiktokOptions: TiktokOptions = {
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

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
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
