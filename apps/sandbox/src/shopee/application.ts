/** The test application that is registered with Shopee's side, and what can be set about it. */
import { OptionsError } from '../lazada/application.ts';

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
}

export const USUAL_SHOPEE_OPTIONS: ShopeeOptions = {
  accessTokenSeconds: 14_400,
  refreshTokenSeconds: 30 * 86_400,
  previousTokenSeconds: 300,
  authorizationSeconds: 365 * 86_400,
  callsPerSecondPerApp: 0,
  callsPerSecondPerShop: 0,
  timestampToleranceSeconds: 300,
  authFailureStatus: 403,
  deniedPaths: [],
};

/** Applies a change from the control API. Throws `OptionsError` with what is wrong. */
export function changeShopeeOptions(options: ShopeeOptions, change: unknown): ShopeeOptions {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) {
    throw new OptionsError('The options must be an object.');
  }
  let changed = options;
  for (const [name, value] of Object.entries(change)) {
    switch (name) {
      case 'accessTokenSeconds':
      case 'refreshTokenSeconds':
      case 'previousTokenSeconds':
      case 'authorizationSeconds':
      case 'callsPerSecondPerApp':
      case 'callsPerSecondPerShop':
      case 'timestampToleranceSeconds':
        if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 1e10) {
          throw new OptionsError(`${name} must be a whole number, 0 or more.`);
        }
        changed = { ...changed, [name]: value };
        break;
      case 'authFailureStatus':
        if (value !== 200 && value !== 403) throw new OptionsError(`${name} must be 200 or 403.`);
        changed = { ...changed, authFailureStatus: value };
        break;
      case 'deniedPaths':
        if (!Array.isArray(value)) throw new OptionsError('deniedPaths must be a list of paths.');
        changed = { ...changed, deniedPaths: value.map(String) };
        break;
      default:
        throw new OptionsError(`"${name}" is not an option.`);
    }
  }
  return changed;
}

const LOOPBACK_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/oauth\/callback\/shopee(?:\?|$)/;

/** Whether a redirect address may be used: the platform compares its domain, the sandbox its path too. */
export function isShopeeCallback(address: string, registered: readonly string[]): boolean {
  return registered.includes(address) || LOOPBACK_CALLBACK.test(address);
}
