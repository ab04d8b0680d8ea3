/** The test application registered at Facebook, and the platform's options. */
import { createOptionUpdater, booleanOption, nonNegativeIntegerOption } from '../options.ts';

export const facebookApplication = {
  /** 16 digits, as text. */
  appId: '1000240000000001',
  appSecret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  name: 'Seller Connect',
} as const;

/** The API version of calls without one. */
export const currentVersion = 'v26.0';

/** Behavior that Facebook chooses or leaves open; changed through the control API. */
export interface FacebookOptions {
  /** Lifetime of an authorization code, in seconds. */
  readonly codeSeconds: number;
  /** Lifetime of the token issued for a code, in seconds. */
  readonly shortTokenSeconds: number;
  /** Lifetime of a token exchanged for a long-lived one, in seconds. */
  readonly longTokenSeconds: number;
  /** How long after a login the data is accessible, in seconds. */
  readonly dataAccessSeconds: number;
  /** Whether token exchanges omit the expiry, and `/debug_token` returns 0 for it. */
  readonly hideExpiry: boolean;
  /** Whether every server call needs `appsecret_proof`. */
  readonly requireProof: boolean;
  /** Hourly rate limits of one ad account, by kind of call. */
  readonly insightsCallsPerHour: number;
  readonly managementCallsPerHour: number;
  /** Maximum days for a synchronous call at ad level. */
  readonly maxDaysAtOnce: number;
  /** Maximum days for a report at ad level. */
  readonly maxDaysInReport: number;
  /** Duration of a report run, in milliseconds of the machine's clock. */
  readonly reportMs: number;
  /** Whether errors have HTTP status 200. */
  readonly errorsWithStatus200: boolean;
}

export const defaultFacebookOptions: FacebookOptions = {
  codeSeconds: 600,
  shortTokenSeconds: 5400,
  longTokenSeconds: 5_183_944,
  dataAccessSeconds: 90 * 86_400,
  hideExpiry: false,
  requireProof: true,
  insightsCallsPerHour: 190_000,
  managementCallsPerHour: 100_000,
  maxDaysAtOnce: 31,
  maxDaysInReport: 186,
  reportMs: 400,
  errorsWithStatus200: false,
};

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
export const changeFacebookOptions = createOptionUpdater<FacebookOptions>({
  codeSeconds: nonNegativeIntegerOption,
  shortTokenSeconds: nonNegativeIntegerOption,
  longTokenSeconds: nonNegativeIntegerOption,
  dataAccessSeconds: nonNegativeIntegerOption,
  hideExpiry: booleanOption,
  requireProof: booleanOption,
  insightsCallsPerHour: nonNegativeIntegerOption,
  managementCallsPerHour: nonNegativeIntegerOption,
  maxDaysAtOnce: nonNegativeIntegerOption,
  maxDaysInReport: nonNegativeIntegerOption,
  reportMs: nonNegativeIntegerOption,
  errorsWithStatus200: booleanOption,
});
