/** The test application registered at Tiki, and the platform's options. */
import { oneOf, createOptionUpdater, booleanOption, nonNegativeIntegerOption } from '../options.ts';

export const tikiApplication = {
  /** 16 digits as text, because some exceed the safe integers of JSON numbers. */
  clientId: '1000000000000001',
  clientSecret: 'sandbox-secret-0001',
  name: 'Seller Connect',
} as const;

/** How the application authenticates at the token endpoint; chosen at registration. */
const clientAuthentications = ['client_secret_basic', 'client_secret_post'] as const;
type ClientAuthentication = (typeof clientAuthentications)[number];

/** Behavior that Tiki chooses or leaves open; changed through the control API. */
export interface TikiOptions {
  readonly clientAuthentication: ClientAuthentication;
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Lifetime of a refresh token, in seconds. Responses never contain it. */
  readonly refreshTokenSeconds: number;
  /** Whether reuse of a spent refresh token revokes the consent. */
  readonly reuseRevokes: boolean;
  /** Calls per second of one seller; 0 for no limit. */
  readonly callsPerSecondPerSeller: number;
  /** Whether date filters include their bounds. */
  readonly inclusiveDates: boolean;
}

export const defaultTikiOptions: TikiOptions = {
  clientAuthentication: 'client_secret_basic',
  accessTokenSeconds: 86_400,
  refreshTokenSeconds: 90 * 86_400,
  reuseRevokes: true,
  callsPerSecondPerSeller: 200,
  inclusiveDates: false,
};

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
export const changeTikiOptions = createOptionUpdater<TikiOptions>({
  clientAuthentication: oneOf(...clientAuthentications),
  accessTokenSeconds: nonNegativeIntegerOption,
  refreshTokenSeconds: nonNegativeIntegerOption,
  reuseRevokes: booleanOption,
  callsPerSecondPerSeller: nonNegativeIntegerOption,
  inclusiveDates: booleanOption,
});
