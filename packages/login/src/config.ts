/** The provider's addresses and abilities, by their names in OpenID Connect discovery. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly authorization_endpoint?: string;
  readonly token_endpoint?: string;
  readonly userinfo_endpoint?: string;
  readonly end_session_endpoint?: string;
  readonly revocation_endpoint?: string;
  readonly jwks_uri?: string;
  readonly authorization_response_iss_parameter_supported?: boolean;
  readonly id_token_signing_alg_values_supported?: string[];
  readonly response_modes_supported?: string[];
}

/** What the layer takes from its surroundings; tests put their own in. */
export interface Environment {
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

export interface LoginConfig {
  readonly clientId: string;
  /** Issuer address; its discovery document is read when an endpoint is first needed. */
  readonly issuer?: string;
  /** Known endpoints. Complete ones make discovery unnecessary, others override it. */
  readonly metadata?: ProviderMetadata;
  /** Registered redirect address; only a response on this origin and path is consumed. */
  readonly redirectUri: string;
  /** Default `openid profile email read:permissions`. */
  readonly scopes?: string | readonly string[];
  /** Registered as an exact string at the provider; the origin without a slash by default. */
  readonly postLogoutRedirectUri?: string;
  /** Key prefixes: record in local storage, login state in session storage. */
  readonly storage?: { readonly userPrefix?: string; readonly statePrefix?: string };
  /** Silent mode: log in without a page at startup and for missing scopes. Default true. */
  readonly silent?: boolean;
  /** Renew before expiry by timer. Default true. */
  readonly automaticRenewal?: boolean;
  /** Ask user info at startup whether a stored login was revoked. Default false. */
  readonly revokeCheck?: boolean;
  /** Pass-through parameter of the authorization request; use a one-time ticket only. */
  readonly token?: { readonly name: string; readonly value: () => string | undefined };
  /** Parameters of every authorization request; protocol names are refused. */
  readonly extraParams?: Readonly<Record<string, string>>;
  /** Host of the roles, permissions and decision calls; the issuer's origin by default. */
  readonly identityAdminBase?: string;
  /** Default `/api/v1.0/users/me/decision/handler`. */
  readonly decisionPath?: string;
  /** Allows plain http for a provider on the loopback interface. Default false. */
  readonly allowInsecure?: boolean;
  readonly environment?: Partial<Environment>;
}
