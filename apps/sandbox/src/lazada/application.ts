/** The test application that is registered with the sandbox, and what can be set about it. */
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

export const LAZADA_APPLICATION: LazadaApplication = {
  key: '100240',
  secret: 'sc-lazada-secret-0001',
  name: 'Seller Connect',
};

/** Behaviour that the platform decides or leaves open; changed through the control API. */
export interface LazadaOptions {
  /** Life of an access token, seconds. */
  readonly accessTokenSeconds: number;
  /** Life of a refresh token from the seller's authorisation on, seconds. */
  readonly refreshTokenSeconds: number;
  /** How long a rotated refresh token still works, seconds. */
  readonly refreshGraceSeconds: number;
  /** Sellers hold subscriptions: refreshing answers AUTH_TYPE_UNSUPPORTED. */
  readonly subscriptionMode: boolean;
  /** Calls per second of the app and of one seller; 0 for no limit. */
  readonly callsPerSecondPerApp: number;
  readonly callsPerSecondPerSeller: number;
  /** Farthest a request's timestamp may be from the machine's time, seconds. */
  readonly timestampToleranceSeconds: number;
  /** API paths that the app has no permission for. */
  readonly deniedPaths: readonly string[];
}

export const DEFAULT_LAZADA_OPTIONS: LazadaOptions = {
  accessTokenSeconds: 30 * 86_400,
  refreshTokenSeconds: 180 * 86_400,
  refreshGraceSeconds: 60,
  subscriptionMode: false,
  callsPerSecondPerApp: 0,
  callsPerSecondPerSeller: 0,
  timestampToleranceSeconds: 7200,
  deniedPaths: [],
};

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
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

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/lazada$/;

/**
 * Whether a redirect address is registered. The platform compares exactly; since the sandbox lives on
 * loopback, the product's callback path on any loopback port counts as registered.
 */
export function isLazadaCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
