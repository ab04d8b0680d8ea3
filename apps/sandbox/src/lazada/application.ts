/** The test application registered with the sandbox, and its options. */
import {
  listOf,
  createOptionUpdater,
  booleanOption,
  nonNegativeIntegerOption,
} from '../options.ts';
export interface LazadaApplication {
  readonly key: string;
  readonly secret: string;
  readonly name: string;
}

export const lazadaApplication: LazadaApplication = {
  key: '100240',
  secret: 'sc-lazada-secret-0001',
  name: 'Seller Connect',
};

/** Behavior that Lazada chooses or leaves open; changed through the control API. */
export interface LazadaOptions {
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Lifetime of refresh tokens, counted from the seller's authorization, in seconds. */
  readonly refreshTokenSeconds: number;
  /** How long a rotated refresh token still works, in seconds. */
  readonly refreshGraceSeconds: number;
  /** Sellers have subscriptions: refreshing returns AUTH_TYPE_UNSUPPORTED. */
  readonly subscriptionMode: boolean;
  /** Rate limits per second of the app and of one seller; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerSeller: number;
  /** Maximum difference between a request's timestamp and the machine's time, in seconds. */
  readonly timestampToleranceSeconds: number;
  /** API paths for which the app has no permission. */
  readonly deniedPaths: readonly string[];
}

export const defaultLazadaOptions: LazadaOptions = {
  accessTokenSeconds: 30 * 86_400,
  refreshTokenSeconds: 180 * 86_400,
  refreshGraceSeconds: 60,
  subscriptionMode: false,
  callsPerSecondPerApp: 0,
  callsPerSecondPerSeller: 0,
  timestampToleranceSeconds: 7200,
  deniedPaths: [],
};

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
export const changeLazadaOptions = createOptionUpdater<LazadaOptions>({
  accessTokenSeconds: nonNegativeIntegerOption,
  refreshTokenSeconds: nonNegativeIntegerOption,
  refreshGraceSeconds: nonNegativeIntegerOption,
  subscriptionMode: booleanOption,
  callsPerSecondPerApp: nonNegativeIntegerOption,
  callsPerSecondPerSeller: nonNegativeIntegerOption,
  timestampToleranceSeconds: nonNegativeIntegerOption,
  deniedPaths: listOf('paths'),
});
