import type { LoginError } from './errors.ts';

/** The user's profile from the user-info endpoint, with roles and permissions. */
export interface UserInfo {
  readonly sub: string;
  readonly name?: string;
  readonly picture?: string;
  readonly email?: string;
  readonly phone_number?: string;
  readonly address?: unknown;
  readonly birthday?: string;
  readonly roles: readonly string[];
  /** `app:resource:action` without empty parts. */
  readonly permissions: readonly string[];
  readonly meta_data?: Readonly<Record<string, unknown>>;
  readonly updated_at?: string | number;
  readonly tenant_id?: string;
  readonly [claim: string]: unknown;
}

/** Claims of the ID token without the protocol claims, as stored in the record. */
export interface Profile {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** The signed-in user, with the tokens and the profile. */
export interface IdentityUser {
  /** Null if the provider never sent an ID token. */
  readonly idToken: string | null;
  /** Never empty, but possibly expired; check `expired` before use. */
  readonly accessToken: string;
  /** Seconds since 1970, by this machine's clock. */
  readonly expiresAt: number;
  /** The granted scopes, which can differ from the requested ones. */
  readonly scopes: readonly string[];
  readonly profile: Profile;
  /** True from 60 s before `expiresAt`. Evaluated on every access. */
  readonly expired: boolean;
}

/**
 * `pending`: startup or a silent login is running; show public content and wait.
 * `logged-in`, `logged-out`: the outcome is known.
 * `expired`: the access token has expired, and its renewal has neither succeeded nor been refused, for
 * example after sleep or while offline. It is renewed as soon as possible; the user stays signed in.
 */
export type SessionStatus = 'pending' | 'logged-in' | 'expired' | 'logged-out';

/** An immutable snapshot of the session. Every change creates a new object. */
export interface Session {
  readonly status: SessionStatus;
  /** The user while `logged-in` or `expired`, otherwise null. */
  readonly user: IdentityUser | null;
  /** Why the last login failed. While it is set, do not start another login without user interaction. */
  readonly error: LoginError | null;
}

/** Result of a startup. A silent login may still be running. */
export interface StartResult extends Session {
  /** Same-origin path (with query and fragment) to show after a completed login, otherwise null. */
  readonly returnTo: string | null;
  /** Resolves once the status is no longer `pending`. Never rejects. */
  readonly ready: Promise<Session>;
}

/** Events by name. They never contain tokens. */
export interface LoginEvents {
  /** `session()` has a new snapshot; the detail is its status. */
  change: SessionStatus;
  /** A user logged in or has new tokens. */
  'user-loaded': { readonly sub: string; readonly by: 'login' | 'renewal' | 'other-tab' };
  /** The user was removed. */
  'user-removed': { readonly by: 'logout' | 'revoked' | 'session-ended' | 'other-tab' };
  /**
   * A monitor detected a change of the provider's session: `renewed` for the same user, `other-user`, or `ended`.
   * A silent login confirms it first, unless the provider itself reports the end: then `ended` comes at once.
   */
  'session-change': { readonly change: 'renewed' | 'other-user' | 'ended' };
  /** The access token is about to expire; a renewal follows. `expiresAt` in seconds. */
  expiring: { readonly expiresAt: number };
  /** No renewal succeeded in time: there is no usable access token from 60 s before `expiresAt`. */
  'access-token-expired': { readonly expiresAt: number };
  /**
   * A renewal and its retry failed. The user stays while the token is valid or the failure is temporary.
   */
  'silent-renew-error': LoginError;
  /** A login failed. Logged as a warning (code only) if there is no listener. */
  'login-failed': LoginError;
}

/** Options of a single login. */
export interface LoginOptions {
  /** Same-origin path to return to. Defaults to the current page. */
  readonly returnTo?: string;
  /** Additional request parameters, such as `ui_locales` or `prompt`. */
  readonly params?: Readonly<Record<string, string>>;
}

/** Options of a single logout. */
export interface LogoutOptions {
  /** Visits the provider's logout endpoint even if the access token has expired. */
  readonly evenIfExpired?: boolean;
  /** Called once the user is removed. The logout rejects with its error, without a redirect. */
  readonly beforeRedirect?: () => Promise<void>;
}

/** Roles (any of them, or all with `AND`) or permissions to check. */
export type AccessCheck =
  | { readonly roles: readonly string[]; readonly condition?: 'OR' | 'AND' }
  | { readonly permissions: readonly string[] };

/** A login instance for one client in one page, created by `createLogin`. */
export interface Login {
  /**
   * Runs the startup steps once: revoke check, callback, error response, silent login, missing scopes.
   * Repeated calls return the same promise. Never rejects; a failure is in `error`.
   */
  readonly start: () => Promise<StartResult>;
  /** Returns the current snapshot, the same object until something changes. */
  readonly session: () => Session;
  /** Returns the user, even with an expired access token, or null if there is none. */
  readonly user: () => IdentityUser | null;
  /** Returns whether there is a user with an unexpired access token. */
  readonly isLoggedIn: () => boolean;
  /**
   * Returns an access token for immediate use. Waits for a login in progress, and renews an expired token
   * first; concurrent calls share one renewal. Resolves to an empty string without a user or
   * after a refused renewal. Rejects with a retryable `LoginError` while the provider is unreachable; the
   * user stays signed in.
   */
  readonly accessToken: () => Promise<string>;
  /** Navigates to the provider's login screen. Rejects if the provider's metadata is unavailable. */
  readonly login: (options?: LoginOptions) => Promise<void>;
  /**
   * Removes the user in all tabs, revokes the refresh token and navigates to the provider's logout
   * endpoint. Resolves to false if it does not navigate: the access token has expired, or there is no such
   * endpoint. Rejects with 'User already logout' without an ID token.
   */
  readonly logout: (options?: LogoutOptions) => Promise<boolean>;
  /** Renews the tokens now. Concurrent calls share one renewal, across tabs too. */
  readonly renew: () => Promise<IdentityUser>;
  /** Resolves once no renewal is running in this tab, however it ends. */
  readonly renewalEnd: () => Promise<void>;
  /**
   * Fetches the user's profile; roles and permissions require the scope `read:permissions`. An expired token
   * is renewed first; a failure of that keeps the user. A 401 or a different subject removes the user and rejects.
   */
  readonly userInfo: () => Promise<UserInfo>;
  /** Asks the provider whether the user has the roles or permissions. Resolves to false when logged out. */
  readonly check: (wanted: AccessCheck) => Promise<boolean>;
  /** Subscribes to an event. Returns a function that unsubscribes. */
  readonly on: <K extends keyof LoginEvents>(
    event: K,
    handler: (detail: LoginEvents[K]) => void,
  ) => () => void;
  /** Stops timers, listeners and channels. The stored user remains. */
  readonly stop: () => void;
}
