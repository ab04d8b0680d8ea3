/** The test application that is registered with Shopee's side, and what can be set about it. */
import {
  listOf,
  oneOf,
  createOptionUpdater,
  booleanOption,
  nonNegativeIntegerOption,
} from '../options.ts';

export const SHOPEE_APPLICATION = {
  partnerId: '1000240',
  partnerKey: 'sc-shopee-partner-key-0001',
  name: 'Seller Connect',
} as const;

/** Behaviour that the platform decides or leaves open; changed through the control API. */
export interface ShopeeOptions {
  /** Life of an access token, seconds. */
  readonly accessTokenSeconds: number;
  /** Life of a refresh token, seconds; a new one has it anew. */
  readonly refreshTokenSeconds: number;
  /** How long an access token still works after its refresh, seconds. */
  readonly previousTokenSeconds: number;
  /** How long a seller's authorisation holds, seconds. */
  readonly authorizationSeconds: number;
  /** Calls per second of the app and of one shop; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerShop: number;
  /** Farthest a request's timestamp may be from the machine's time, seconds. */
  readonly timestampToleranceSeconds: number;
  /** HTTP status of a refused authentication: the documentation names none. */
  readonly authFailureStatus: number;
  /** API paths that the app has no permission for. */
  readonly deniedPaths: readonly string[];
  /** One unknown order makes its whole batch an error; otherwise the others are answered and a warning names it. */
  readonly wholeBatches: boolean;
}

export const DEFAULT_SHOPEE_OPTIONS: ShopeeOptions = {
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

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
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

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/shopee(?:\?|$)/;

/** Whether a redirect address may be used: the platform compares its domain, the sandbox its path too. */
export function isShopeeCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
