/** The test application that is registered with the sandbox's Google, and what can be set about it. */
import { integerOption, oneOf, createOptionUpdater, record } from '../options.ts';

export const GOOGLE_APPLICATION = {
  clientId: '100240000001-sellerconnectsandbox.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-seller-connect-sandbox-01',
  name: 'Seller Connect',
} as const;

/** Another site's application: people signed in there too, and its tokens must be worth nothing to others. */
export const FOREIGN_CLIENT_ID = '999999999999-anothersite.apps.googleusercontent.com';

/** Behaviour that Google decides or leaves open, and what is wrong on purpose in the next answers. */
export interface GoogleOptions {
  /** Life of an authorization code, seconds. */
  readonly codeSeconds: number;
  /** Life of an access token, seconds. */
  readonly accessTokenSeconds: number;
  /** Life of an ID token, seconds; a negative one has expired. */
  readonly idTokenSeconds: number;
  /** Claims that take the place of the right ones in every ID token; null leaves a claim out. */
  readonly idTokenClaims: Readonly<Record<string, unknown>>;
  /** Sign ID tokens with a key that is not published, or not at all. */
  readonly idTokenSignature: 'right' | 'forged' | 'none';
  /** Fields that take the place of the right ones in what `/tokeninfo` says; null leaves a field out. */
  readonly tokenInfoFields: Readonly<Record<string, unknown>>;
  /** The same for `/userinfo`. */
  readonly userInfoFields: Readonly<Record<string, unknown>>;
}

export const DEFAULT_GOOGLE_OPTIONS: GoogleOptions = {
  codeSeconds: 600,
  accessTokenSeconds: 3599,
  idTokenSeconds: 3600,
  idTokenClaims: {},
  idTokenSignature: 'right',
  tokenInfoFields: {},
  userInfoFields: {},
};

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
export const changeGoogleOptions = createOptionUpdater<GoogleOptions>({
  codeSeconds: integerOption,
  accessTokenSeconds: integerOption,
  idTokenSeconds: integerOption,
  idTokenClaims: record,
  idTokenSignature: oneOf('right', 'forged', 'none'),
  tokenInfoFields: record,
  userInfoFields: record,
});

/** The right fields with those put in their place; null leaves one out. */
export function withReplaced(
  right: Readonly<Record<string, unknown>>,
  replaced: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...right, ...replaced }).filter(([, value]) => value !== null),
  );
}

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/google$/;

/** Compared exactly, as Google does; the product's callback path on any loopback port counts as registered. */
export function isGoogleCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
