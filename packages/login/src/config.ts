import { LoginError } from './errors.ts';
import * as messages from './messages.ts';

/** Metadata of the provider, named as in OpenID Connect Discovery. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly revocation_endpoint?: string;
  readonly jwks_uri?: string;
  readonly check_session_iframe?: string;
  readonly authorization_response_iss_parameter_supported?: boolean;
  readonly id_token_signing_alg_values_supported?: string[];
  readonly response_modes_supported?: string[];
}

/** Platform functions that the library uses. Tests replace them. */
export interface Environment {
  /** Sends every request of the library. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns the URL of the page. Read on every use. */
  readonly address: () => string;
  /** Navigates away from the page. */
  readonly navigate: (url: string) => void;
  /** Replaces the URL without navigation. */
  readonly replaceAddress: (url: string) => void;
}

/** Configuration of the client. `clientId`, `redirectUri`, and `issuer` or `metadata` are required. */
export interface ClientConfig {
  /** Client id registered at the provider. */
  readonly clientId: string;
  /** Issuer URL. Its discovery document is fetched when an endpoint is first needed. */
  readonly issuer?: string;
  /** Known endpoints. A complete set makes discovery unnecessary; otherwise they override it. */
  readonly metadata?: ProviderMetadata;
  /** Registered redirect URI. Only responses on its origin and path are processed. */
  readonly redirectUri: string;
  /**
   * A page of this origin, registered like `redirectUri`, that calls `relayResponse()` of
   * `@seller-connect/login/relay`. It enables silent logins at providers that respond by redirect only.
   */
  readonly silentRedirectUri?: string;
  /** Default `openid profile email read:permissions`. */
  readonly scopes?: string | readonly string[];
  /** Registered at the provider as an exact string. Defaults to the origin without a trailing slash. */
  readonly postLogoutRedirectUri?: string;
  /**
   * Key prefixes of the record in local storage and of the login state in session storage. With `memory`
   * the record is in the page only and no token is on disk; each page logs in silently on its own.
   */
  readonly storage?: {
    readonly memory?: boolean;
    readonly userPrefix?: string;
    readonly statePrefix?: string;
  };
  /**
   * When to log in silently at startup and for missing scopes. `known` requires a stored user. Default `always`.
   */
  readonly silent?: 'always' | 'known' | 'never';
  /** Renews tokens automatically before they expire. Default true. */
  readonly automaticRenewal?: boolean;
  /** Tries one silent login after the refresh token and its retry failed. Default false. */
  readonly fallback?: boolean;
  /** Checks with a user-info request at startup whether a stored login was revoked. Default false. */
  readonly revokeCheck?: boolean;
  /** Additional parameter of the authorization request. Use single-use tickets only. */
  readonly token?: { readonly name: string; readonly value: () => string | undefined };
  /**
   * Additional parameters of every authorization request. `login()` rejects names that the protocol uses.
   */
  readonly extraParams?: Readonly<Record<string, string>>;
  /** Base URL of the role, permission and decision endpoints. Defaults to the issuer's origin. */
  readonly identityAdminBase?: string;
  /** Default `/api/v1.0/users/me/decision/handler`. */
  readonly decisionPath?: string;
  /** Allows plain HTTP for a provider on the loopback interface. Default false. */
  readonly allowInsecure?: boolean;
  /** Replaces platform functions, such as `fetch`. */
  readonly environment?: Partial<Environment>;
}

const defaults = {
  silent: 'always',
  automaticRenewal: true,
  fallback: false,
  revokeCheck: false,
  allowInsecure: false,
  extraParams: {},
  decisionPath: '/api/v1.0/users/me/decision/handler',
} satisfies Partial<ClientConfig>;

/** The validated configuration with defaults. */
export interface Settings
  extends
    Omit<ClientConfig, keyof typeof defaults>,
    Required<Pick<ClientConfig, keyof typeof defaults>> {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly postLogoutRedirectUri: string;
  readonly userKey: string;
  readonly statePrefix: string;
  readonly identityAdminBase: string;
  readonly environment: Environment;
}

const pageEnvironment: Environment = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  address: () => location.href,
  navigate: (url) => location.assign(url),
  replaceAddress: (url) => history.replaceState(history.state, '', url),
};

/**
 * Validates a configuration and adds the defaults.
 * @throws LoginError `invalid_config` with the reason, or `insecure_context` if the browser has no Web Crypto
 */
export function resolveConfig(config: ClientConfig): Settings {
  if (!config.clientId) throw missingFieldError('clientId');
  if (!config.redirectUri) throw missingFieldError('redirectUri');
  const issuer = config.issuer ?? config.metadata?.issuer;
  if (!issuer) throw missingFieldError('issuer');
  if (config.metadata && config.metadata.issuer !== issuer) {
    throw configError('`issuer` and `metadata.issuer` differ');
  }
  // Browsers omit `crypto.subtle` on plain HTTP, except on the loopback interface.
  if (!crypto.subtle) {
    throw new LoginError('insecure_context', 'The sign-in needs https or localhost');
  }
  const environment = { ...pageEnvironment, ...config.environment };
  const settings = { ...defaults, ...config };
  const { redirectUri, silentRedirectUri = redirectUri, metadata, storage } = settings;
  assertSecureEndpoints({ ...metadata, issuer }, settings.allowInsecure);
  if ([redirectUri, silentRedirectUri].some((uri) => !URL.canParse(uri) || uri.includes('#'))) {
    throw configError('A redirect must be absolute, no fragment');
  }
  const scopes = settings.scopes ?? 'openid profile email read:permissions';
  const scopeList = typeof scopes === 'string' ? scopes.split(/\s+/).filter(Boolean) : scopes;
  if (!scopeList.includes('openid')) throw configError('`scopes` must contain openid');
  return {
    postLogoutRedirectUri: new URL(environment.address()).origin,
    ...settings,
    issuer,
    environment,
    scopes: scopeList,
    userKey: (storage?.userPrefix ?? 'login.user.') + settings.clientId,
    statePrefix: storage?.statePrefix ?? 'login.state.',
    identityAdminBase: (settings.identityAdminBase ?? new URL(issuer).origin).replace(/\/$/, ''),
  };
}

/**
 * Checks that the issuer and all endpoints use https, or http on the loopback interface if allowed.
 * @throws LoginError `invalid_config`
 */
export function assertSecureEndpoints(metadata: object, allowInsecure: boolean): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (!/(^issuer|^jwks_uri|_endpoint)$/.test(name)) continue;
    const url = String(value);
    const { protocol, hostname } = new URL(URL.canParse(url) ? url : 'none:');
    const loopback = /^((.*\.)?localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
    if (protocol !== 'https:' && !(protocol === 'http:' && allowInsecure && loopback)) {
      throw configError(`\`${name}\` must be https`);
    }
  }
}

function missingFieldError(field: string): LoginError {
  return configError(messages.missingField(field));
}

export function configError(reason: string): LoginError {
  return new LoginError('invalid_config', reason);
}
