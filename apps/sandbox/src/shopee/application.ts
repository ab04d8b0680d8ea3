/** The test application registered at Shopee, and the platform's options. */
import {
  listOf,
  oneOf,
  createOptionUpdater,
  booleanOption,
  nonNegativeIntegerOption,
} from '../options.ts';

export const shopeeApplication = {
  partnerId: '1000240',
  partnerKey: 'sc-shopee-partner-key-0001',
  name: 'Seller Connect',
} as const;

/** Behavior that Shopee chooses or leaves open; changed through the control API. */
export interface ShopeeOptions {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Lifetime of a refresh token, in seconds. Every new token gets the full lifetime. */
  readonly refreshTokenSeconds: number;
  /** How long an access token still works after its refresh, in seconds. */
  readonly previousTokenSeconds: number;
  /** Duration of a seller's authorization, in seconds. */
  readonly authorizationSeconds: number;
  /** Rate limits per second of the app and of one shop; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerShop: number;
  /** Maximum difference between a request's timestamp and the machine's time, in seconds. */
  readonly timestampToleranceSeconds: number;
  /** HTTP status of a failed authentication. Shopee does not document it. */
  readonly authFailureStatus: number;
  /** API paths for which the app has no permission. */
  readonly deniedPaths: readonly string[];
  /** Whether one unknown order fails its whole batch. Otherwise the others are returned, and a warning names it. */
  readonly wholeBatches: boolean;
}

export const defaultShopeeOptions: ShopeeOptions = {
  accessTokenSeconds: 14_400,
  refreshTokenSeconds: 30 * 86_400,
  previousTokenSeconds: 300,
  authorizationSeconds: 365 * 86_400,
  callsPerSecondPerApp: 0,
  callsPerSecondPerShop: 0,
  timestampToleranceSeconds: 300,
  authFailureStatus: 403,
  deniedPaths: [],
  wholeBatches: false,
};

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
export const changeShopeeOptions = createOptionUpdater<ShopeeOptions>({
  accessTokenSeconds: nonNegativeIntegerOption,
  refreshTokenSeconds: nonNegativeIntegerOption,
  previousTokenSeconds: nonNegativeIntegerOption,
  authorizationSeconds: nonNegativeIntegerOption,
  callsPerSecondPerApp: nonNegativeIntegerOption,
  callsPerSecondPerShop: nonNegativeIntegerOption,
  timestampToleranceSeconds: nonNegativeIntegerOption,
  authFailureStatus: oneOf(200, 403),
  deniedPaths: listOf('paths'),
  wholeBatches: booleanOption,
});
