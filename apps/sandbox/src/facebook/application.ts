/** The test application that is registered at Facebook, and what can be set about the platform. */
import { createOptionUpdater, booleanOption, nonNegativeIntegerOption } from '../options.ts';

export const FACEBOOK_APPLICATION = {
  /** 16 digits: a text. */
  appId: '1000240000000001',
  appSecret: '0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  name: 'Seller Connect',
} as const;

/** The version that answers a call that names none. */
export const CURRENT_VERSION = 'v26.0';

/** Behaviour that the platform decides or leaves open; changed through the control API. */
export interface FacebookOptions {
  /** Life of an authorization code, seconds. */
  readonly codeSeconds: number;
  /** Life of the token that a code gives, seconds. */
  readonly shortTokenSeconds: number;
  /** Life of a token that was exchanged for a long-lived one, seconds. */
  readonly longTokenSeconds: number;
  /** How long after a log-in data may be read at all, seconds. */
  readonly dataAccessSeconds: number;
  /** Whether the answer to an exchange leaves out when the token ends. */
  readonly hideExpiry: boolean;
  /** Whether every call of the server must prove that it knows the secret. */
  readonly requireProof: boolean;
  /** Calls of one ad account in an hour, by kind; beyond them it is throttled. */
  readonly insightsCallsPerHour: number;
  readonly managementCallsPerHour: number;
  /** Days at the level of ads that one call may ask for at once. */
  readonly maxDaysAtOnce: number;
  /** Days at the level of ads that one report may hold. */
  readonly maxDaysInReport: number;
  /** How long a report is prepared, milliseconds of the machine's clock. */
  readonly reportMs: number;
  /** Whether refusals come with the status 200. */
  readonly errorsWithStatus200: boolean;
}

export const DEFAULT_FACEBOOK_OPTIONS: FacebookOptions = {
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

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
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

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/facebook$/;

/** Whether a redirect address is registered; the product's own on any loopback port is. */
export function isFacebookCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
