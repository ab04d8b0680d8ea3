/** The test application that is registered with the sandbox's Google, and what can be set about it. */
import { OptionsError } from '../lazada/application.ts';

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

export const USUAL_GOOGLE_OPTIONS: GoogleOptions = {
  codeSeconds: 600,
  accessTokenSeconds: 3599,
  idTokenSeconds: 3600,
  idTokenClaims: {},
  idTokenSignature: 'right',
  tokenInfoFields: {},
  userInfoFields: {},
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
export function changeGoogleOptions(options: GoogleOptions, change: unknown): GoogleOptions {
  if (!isRecord(change)) throw new OptionsError('The options must be an object.');
  let changed = options;
  for (const [name, value] of Object.entries(change)) {
    switch (name) {
      case 'codeSeconds':
      case 'accessTokenSeconds':
      case 'idTokenSeconds':
        if (typeof value !== 'number' || !Number.isInteger(value)) {
          throw new OptionsError(`${name} must be a whole number.`);
        }
        changed = { ...changed, [name]: value };
        break;
      case 'idTokenClaims':
      case 'tokenInfoFields':
      case 'userInfoFields':
        if (!isRecord(value)) throw new OptionsError(`${name} must be an object.`);
        changed = { ...changed, [name]: value };
        break;
      case 'idTokenSignature':
        if (value !== 'right' && value !== 'forged' && value !== 'none') {
          throw new OptionsError('idTokenSignature must be right, forged or none.');
        }
        changed = { ...changed, idTokenSignature: value };
        break;
      default:
        throw new OptionsError(`"${name}" is not an option.`);
    }
  }
  return changed;
}

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
