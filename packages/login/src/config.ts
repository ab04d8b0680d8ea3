import { LoginError } from './errors.ts';
import * as messages from './messages.ts';
import type { LoginDependencies } from './startup.ts';

/** The provider's addresses and abilities, by their names in OpenID Connect discovery. */
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

/** What the layer takes from its surroundings; tests put their own in. */
export interface Environment {
  /** Every request of the layer goes through it. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Address of the page, read at every use. */
  readonly address: () => string;
  /** Leaves the page. */
  readonly navigate: (url: string) => void;
  /** Rewrites the address without a load. */
  readonly replaceAddress: (url: string) => void;
}

/** Puts a monitor together with the instance that it watches for. */
export type Monitor = (parts: LoginDependencies) => {
  readonly start: () => void;
  readonly stop: () => void;
};

/** What an application decides about its login layer; only three fields have no default. */
export interface LoginConfig {
  /** The client's id as registered at the provider. */
  readonly clientId: string;
  /** Issuer address; its discovery document is read when an endpoint is first needed. */
  readonly issuer?: string;
  /** Known endpoints. Complete ones make discovery unnecessary, others override it. */
  readonly metadata?: ProviderMetadata;
  /** Registered redirect address; only a response on this origin and path is consumed. */
  readonly redirectUri: string;
  /**
   * A page of this origin, registered like `redirectUri`, that calls `relayResponse()` of
   * `@seller-connect/login/relay`. It makes silent logins possible at a provider that answers by redirect alone.
   */
  readonly silentRedirectUri?: string;
  /** Default `openid profile email read:permissions`. */
  readonly scopes?: string | readonly string[];
  /** Registered as an exact string at the provider; the origin without a slash by default. */
  readonly postLogoutRedirectUri?: string;
  /**
   * Key prefixes: record in local storage, login state in session storage. With `memory` the record is in the page
   * alone, and no token on disk: each page logs in by itself, silently.
   */
  readonly storage?: {
    readonly memory?: boolean;
    readonly userPrefix?: string;
    readonly statePrefix?: string;
  };
  /**
   * Silent mode: log in without a page at startup and for missing scopes. `known`: only where a
   * stored user exists. Default `always`.
   */
  readonly silent?: 'always' | 'known' | 'never';
  /** Renew before expiry by timer. Default true. */
  readonly automaticRenewal?: boolean;
  /** One silent login where the refresh token and its repetition have failed. Default false. */
  readonly fallback?: boolean;
  /** Ask user info at startup whether a stored login was revoked. Default false. */
  readonly revokeCheck?: boolean;
  /** Pass-through parameter of the authorization request; use a one-time ticket only. */
  readonly token?: { readonly name: string; readonly value: () => string | undefined };
  /** Parameters of every authorization request; `login()` refuses the protocol's own names. */
  readonly extraParams?: Readonly<Record<string, string>>;
  /** Host of the roles, permissions and decision calls; the issuer's origin by default. */
  readonly identityAdminBase?: string;
  /** Default `/api/v1.0/users/me/decision/handler`. */
  readonly decisionPath?: string;
  /** Allows plain http for a provider on the loopback interface. Default false. */
  readonly allowInsecure?: boolean;
  /** Watches the provider's session: one of `@seller-connect/login/monitors`. Default none. */
  readonly monitor?: Monitor;
  /** Replaces parts of the surroundings, such as `fetch`. */
  readonly environment?: Partial<Environment>;
}

/** What is left to the layer where the configuration says nothing. */
const defaults = {
  silent: 'always',
  automaticRenewal: true,
  fallback: false,
  revokeCheck: false,
  allowInsecure: false,
  extraParams: {},
  decisionPath: '/api/v1.0/users/me/decision/handler',
} satisfies Partial<LoginConfig>;

/** The configuration with its defaults, checked. */
export interface Settings
  extends
    Omit<LoginConfig, keyof typeof defaults>,
    Required<Pick<LoginConfig, keyof typeof defaults>> {
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

/** Throws `invalid_config` with the reason, or `insecure_context` where the browser has no crypto. */
export function resolveConfig(config: LoginConfig): Settings {
  if (!config.clientId) throw missingFieldError('clientId');
  if (!config.redirectUri) throw missingFieldError('redirectUri');
  const issuer = config.issuer ?? config.metadata?.issuer;
  if (!issuer) throw missingFieldError('issuer');
  if (config.metadata && config.metadata.issuer !== issuer) {
    throw configError('`issuer` and `metadata.issuer` differ');
  }
  // Browsers leave `crypto.subtle` out on plain http hosts other than the loopback interface.
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
 * Throws `invalid_config` unless the issuer and every endpoint is https, or http on the loopback
 * interface where that is allowed.
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

/** The error for an option that cannot be as it is. */
export function configError(reason: string): LoginError {
  return new LoginError('invalid_config', reason);
}
