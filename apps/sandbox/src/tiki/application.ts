/** The test application that is registered at Tiki, and what can be set about the platform. */
import { oneOf, createOptionUpdater, booleanOption, nonNegativeIntegerOption } from '../options.ts';

export const TIKI_APPLICATION = {
  /** 16 digits, and a text: some are beyond what a JSON number holds. */
  clientId: '1000000000000001',
  clientSecret: 'sandbox-secret-0001',
  name: 'Seller Connect',
} as const;

/** How the application shows its secret at the token endpoint; chosen when it is registered. */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post'] as const;
export type ClientAuthentication = (typeof CLIENT_AUTHENTICATIONS)[number];

/** Behaviour that the platform decides or leaves open; changed through the control API. */
export interface TikiOptions {
  readonly clientAuthentication: ClientAuthentication;
  /** Life of an access token, seconds. */
  readonly accessTokenSeconds: number;
  /** Life of a refresh token, seconds. Its answers never tell it. */
  readonly refreshTokenSeconds: number;
  /** Whether a spent refresh token that comes again ends the whole consent. */
  readonly reuseRevokes: boolean;
  /** Requests per second of one seller; 0 for no limit. */
  readonly callsPerSecondPerSeller: number;
  /** Whether the bounds of a date filter belong to it. */
  readonly inclusiveDates: boolean;
}

export const DEFAULT_TIKI_OPTIONS: TikiOptions = {
  clientAuthentication: 'client_secret_basic',
  accessTokenSeconds: 86_400,
  refreshTokenSeconds: 90 * 86_400,
  reuseRevokes: true,
  callsPerSecondPerSeller: 200,
  inclusiveDates: false,
};

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
export const changeTikiOptions = createOptionUpdater<TikiOptions>({
  clientAuthentication: oneOf(...CLIENT_AUTHENTICATIONS),
  accessTokenSeconds: nonNegativeIntegerOption,
  refreshTokenSeconds: nonNegativeIntegerOption,
  reuseRevokes: booleanOption,
  callsPerSecondPerSeller: nonNegativeIntegerOption,
  inclusiveDates: booleanOption,
});

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/tiki$/;

/** Whether a redirect address is registered; the product's own on any loopback port is. */
export function isTikiCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
