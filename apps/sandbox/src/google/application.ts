/** The test application registered with the sandbox's Google, and its options. */
import { integerOption, oneOf, createOptionUpdater, recordOption } from '../options.ts';

export const googleApplication = {
  clientId: '100240000001-sellerconnectsandbox.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-seller-connect-sandbox-01',
  name: 'Seller Connect',
} as const;

/** Another site's application. Its users overlap with ours, and its tokens must be rejected here. */
export const foreignClientId = '999999999999-anothersite.apps.googleusercontent.com';

/** Behavior that Google chooses or leaves open, and deliberate errors in responses. */
export interface GoogleOptions {
  /** Lifetime of an authorization code, in seconds. */
  readonly codeSeconds: number;
  /** Lifetime of an access token, in seconds. */
  readonly accessTokenSeconds: number;
  /** Lifetime of an ID token, in seconds; negative for an expired one. */
  readonly idTokenSeconds: number;
  /** Claims that override the correct ones in every ID token; null omits a claim. */
  readonly idTokenClaims: Readonly<Record<string, unknown>>;
  /** `forged` signs ID tokens with an unpublished key, `none` leaves them unsigned. */
  readonly idTokenSignature: 'right' | 'forged' | 'none';
  /** Fields that override the correct ones in the response of `/tokeninfo`; null omits a field. */
  readonly tokenInfoFields: Readonly<Record<string, unknown>>;
  /** The same for `/userinfo`. */
  readonly userInfoFields: Readonly<Record<string, unknown>>;
}

export const defaultGoogleOptions: GoogleOptions = {
  codeSeconds: 600,
  accessTokenSeconds: 3599,
  idTokenSeconds: 3600,
  idTokenClaims: {},
  idTokenSignature: 'right',
  tokenInfoFields: {},
  userInfoFields: {},
};

/**
 * Applies a change from the control API.
 *
 * @throws {OptionsError} with the problem.
 */
export const changeGoogleOptions = createOptionUpdater<GoogleOptions>({
  codeSeconds: integerOption,
  accessTokenSeconds: integerOption,
  idTokenSeconds: integerOption,
  idTokenClaims: recordOption,
  idTokenSignature: oneOf('right', 'forged', 'none'),
  tokenInfoFields: recordOption,
  userInfoFields: recordOption,
});

/** Returns the correct fields with the replacements applied; null omits a field. */
export function withReplaced(
  right: Readonly<Record<string, unknown>>,
  replaced: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...right, ...replaced }).filter(([, value]) => value !== null),
  );
}
