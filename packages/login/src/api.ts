import type { LoginError } from './errors.ts';
import type { UserInfo } from './user-info/userInfo.ts';

/** Claims of the ID token that the record keeps (protocol claims are left out). */
export interface Profile {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** The person as the login layer knows them. */
export interface IdentityUser {
  /** Null if the provider never sent one. */
  readonly idToken: string | null;
  /** Never empty, but perhaps expired: look at `expired` before it is sent. */
  readonly accessToken: string;
  /** Seconds since 1970, on this machine's clock. */
  readonly expiresAt: number;
  /** What was granted, which may be less or more than what was asked for. */
  readonly scopes: readonly string[];
  readonly profile: Profile;
  /** True from 60 s before `expiresAt` on; evaluated at each reading. */
  readonly expired: boolean;
}

/**
 * `pending`: startup or a silent login is under way, show what is public and wait.
 * `logged-in`, `logged-out`: settled.
 * `expired`: the access token is over and its renewal neither came nor was refused, as after sleep or
 * offline. It is renewed as soon as that is possible; nobody is signed out meanwhile.
 */
export type SessionStatus = 'pending' | 'logged-in' | 'expired' | 'logged-out';

/** One immutable snapshot; a new object for every change. */
export interface Session {
  readonly status: SessionStatus;
  /** The person while `logged-in` or `expired`. */
  readonly user: IdentityUser | null;
  /** Why the last login failed; do not start another login by yourself while it is set. */
  readonly error: LoginError | null;
}

/** What a startup has come to; a silent login may still be under way. */
export interface StartResult extends Session {
  /** Same-origin path to show after a completed login (path, query and fragment), else null. */
  readonly returnTo: string | null;
  /** Resolves, never rejects, once the status is no longer `pending`. */
  readonly ready: Promise<Session>;
}

/** What the layer tells as it happens, by name of the event. No token travels in an event. */
export interface LoginEvents {
  /** The snapshot of `session()` was replaced: its status, for the rest ask there. */
  change: SessionStatus;
  /** Somebody is logged in, or has new tokens, and by what. */
  'user-loaded': { readonly sub: string; readonly by: 'login' | 'renewal' | 'other-tab' };
  /** Nobody is logged in any more, and by what. */
  'user-removed': { readonly by: 'logout' | 'revoked' | 'session-ended' | 'other-tab' };
  /**
   * A monitor found that the provider's session is another one, and a silent login confirmed it: renewed for the
   * same person, taken over by somebody else, or ended.
   */
  'session-change': { readonly change: 'renewed' | 'other-user' | 'ended' };
  /** The access token is about to expire; a renewal follows. `expiresAt` in seconds. */
  expiring: { readonly expiresAt: number };
  /** No renewal came in time: from now, 60 s before `expiresAt`, there is no usable access token. */
  'access-token-expired': { readonly expiresAt: number };
  /** A renewal and its retry have failed; the person stays while the token lives or the failure may pass. */
  'silent-renew-error': LoginError;
  /** Logged as a warning (code only) when nobody listens. */
  'login-failed': LoginError;
}

/** How one login differs from what is configured. */
export interface LoginOptions {
  /** Same-origin path to come back to; the page shown now by default. */
  readonly returnTo?: string;
  /** More parameters for this request, such as `ui_locales` or `prompt`. */
  readonly params?: Readonly<Record<string, string>>;
}

/** How one logout differs from what is usual. */
export interface LogoutOptions {
  /** Go to the provider's logout address although the access token is expired. */
  readonly evenIfExpired?: boolean;
}

/** A question about roles (any of them, or with `AND` all) or about permissions. */
export type AccessCheck =
  | { readonly roles: readonly string[]; readonly condition?: 'OR' | 'AND' }
  | { readonly permissions: readonly string[] };

/** The login layer of one client in one page, as `createLogin` makes it. */
export interface Login {
  /**
   * Runs the startup steps once, however often it is called: revoke check, callback, error
   * response, silent login, missing scopes. Never rejects: a failure is in `error`.
   */
  readonly start: () => Promise<StartResult>;
  /** The present snapshot, the same object until something changes. */
  readonly session: () => Session;
  /** The person, also while their access token is expired; null while nobody is known. */
  readonly user: () => IdentityUser | null;
  /** True while there is a user whose access token is not expired. */
  readonly isLoggedIn: () => boolean;
  /**
   * The access token for a call that is sent now. Waits for a login or renewal that is under way, and renews an expired
   * token first; calls made meanwhile share one renewal. Empty while nobody is logged in, or once the renewal was
   * refused. Rejects with a retryable `LoginError` while the provider cannot be reached: nobody is signed out then.
   */
  readonly accessToken: () => Promise<string>;
  /** Leaves the page for the provider's login screen. Rejects if the provider is not known. */
  readonly login: (options?: LoginOptions) => Promise<void>;
  /**
   * Removes the user here and in every other tab, revokes the refresh token and leaves for the
   * provider's logout address. Rejects with 'User already logout' without an ID token.
   */
  readonly logout: (options?: LogoutOptions) => Promise<void>;
  /** Renews the tokens now; calls made meanwhile share one renewal, across tabs too. */
  readonly renew: () => Promise<IdentityUser>;
  /**
   * The person's full profile; roles and permissions only with scope `read:permissions`.
   * A 401 or a foreign subject removes the user and rejects.
   */
  readonly userInfo: () => Promise<UserInfo>;
  /** Asks the provider whether the person has the roles or permissions; false when logged out. */
  readonly check: (wanted: AccessCheck) => Promise<boolean>;
  /** Calls the handler at each such event; the function returned stops that. */
  readonly on: <K extends keyof LoginEvents>(
    event: K,
    handler: (detail: LoginEvents[K]) => void,
  ) => () => void;
  /** Ends timers, listeners and channels; the stored user stays. */
  readonly stop: () => void;
}
