import { LoginError, type Login, type UserInfo } from '@seller-connect/login';
import { createLazyLogin } from '@seller-connect/login/lazy';
import type { PageConfiguration } from '@seller-connect/contract';
import { createIdentityClient, type IdentityClient } from '../api/client/identityClient.ts';
import { createApiClient, type ApiError, type Clients } from '../api/index.ts';
import { isOffline, whenOnline } from '../api/connection.ts';
import { takeEarlyResponse } from '../api/client/earlyResponses.ts';
import { clearSession, storage, type Language, type StoredCredential } from '../storage.ts';
import { createCredentialStore, type AuthUser } from './credentialStore.ts';
import { loginOptions } from './loginOptions.ts';
import { createPermissions, type PermissionState } from './permissionStore.ts';
import { reachProvider } from './reachProvider.ts';
import { createSignInLimit, isUserNavigation } from './signInLimit.ts';
import { withTeamSwitchLock, waitForTeamSwitch } from './teamSwitch.ts';

/** The session of the page: user, permissions, and API clients that authenticate as the user. */
export interface AppSession {
  readonly login: Login;
  readonly clients: Clients;
  readonly identity: IdentityClient;
  /** Returns the state of the user's permissions. */
  permissions(): PermissionState;
  onPermissions(listener: () => void): () => void;
  /** Makes a call that switches the team, and uses the credential in its response. */
  changeTeam(call: () => Promise<StoredCredential>): Promise<void>;
  /** Completes a Google login: exchanges Google's access token, which is not stored, for a credential. */
  enterWithGoogle(accessToken: string): Promise<void>;
  /** Navigates to the login screen. `returnTo` is a path of this origin. */
  signIn(returnTo: string): Promise<void>;
  /** Like `signIn`, but without user interaction. Returns null, or why the user must start the login. */
  signInByItself(returnTo: string): Promise<AutomaticSignInStop | null>;
  /** Requires a signed-in user to authenticate again. */
  signInAgain(returnTo: string): Promise<void>;
  /** Returns whether the provider rejected a token at /userinfo that it had just issued. */
  isTokenRefused(): boolean;
  /** Ends the session in all tabs, at the core API and at the provider. */
  signOut(options?: { readonly isAccountDeleted: boolean }): Promise<void>;
  /**
   * Like `signOut`, after the server rejected the session. A user who signs in again continues where they were.
   */
  refused(): Promise<void>;
}

/**
 * Why a login does not start by itself: it would be the third within a minute, the provider has not confirmed the last
 * logout, or the account was deleted.
 */
export type AutomaticSignInStop = 'repeated' | 'unconfirmed' | 'account_deleted';

export interface SessionDependencies {
  readonly configuration: PageConfiguration;
  readonly language: Language;
  /** The shared error handler of spec 8. */
  readonly onFailure: (failure: ApiError) => void;
  /**
   * Spec 5: called after a logout that failed with 'User already logout': once the user is back from the login
   * screen, because the page that logged out was left at once.
   */
  readonly onAlreadyLoggedOut: () => void;
}

/** Maximum milliseconds that a Google login waits for the credential; it continues without one. */
const googleLoginMs = 10_000;

/**
 * Creates the session; `login.start()` starts it. The states of the page follow those of the login layer:
 *
 * | state          | `subject` | `pendingSignOut` | leaves it                                                     |
 * | -------------- | --------- | ---------------- | ------------------------------------------------------------- |
 * | guest          | null      | null             | `signIn…()`: the browser goes to the login screen             |
 * | guest          | null      | null             | `user-loaded`: signed in; loads permissions and a credential  |
 * | signed in      | account   | null             | another account: clears both and loads its own                |
 * | signed in      | account   | null             | `user-removed`: guest; clears both                            |
 * | signed in      | account   | null             | `signOut()` or `refused()`: leaving, without a credential     |
 * | leaving        | null      | promise          | true: the browser goes to the provider; no login may start    |
 * | leaving        | null      | promise          | false, without a live token: guest                            |
 *
 * `isTokenUnverified` is set by a login or renewal of this tab until permissions arrive with its token. If the token is revoked
 * until then, `isTokenRejected` is set: the provider rejects what it issues, and another login would loop.
 * `hasFoundCredential` says that a credential of an earlier page load is still to be checked for its owner.
 */
export function createSession(dependencies: SessionDependencies): AppSession {
  const { configuration, language, onFailure } = dependencies;
  const login = createLazyLogin(loginOptions(configuration.identity, language));
  const permissions = createPermissions(loadUserInfo);
  const signInLimit = createSignInLimit(storage.signInRequests);
  const address = new URL(window.location.href);
  // A path to resume at was left by a session that the server ended: the provider may have led here from its logout.
  const isEndedByServer = storage.resumeAt.read() !== null;
  if (
    !isEndedByServer &&
    isUserNavigation(address, document.referrer, configuration.identity.origin)
  )
    signInLimit.reset();
  let subject: string | null = null;
  let canReadPermissions = false;
  /** Whether the token was issued to this page and has not been accepted by /userinfo yet. */
  let isTokenUnverified = false;
  let isTokenRejected = false;
  let hasFoundCredential = storage.credential.read() !== null;
  /** The logout in progress; resolves to true if the browser navigates to the provider. */
  let pendingSignOut: Promise<boolean> | null = null;

  /** The profile is as old as the ID token, so a renewal follows if the account's email has changed since. */
  async function loadUserInfo(): Promise<UserInfo> {
    await whenOnline();
    const info = await login.userInfo();
    const email = login.user()?.profile['email'];
    if (email !== undefined && info.email !== undefined && info.email !== email) {
      // After a failure, the next page load tries again.
      login.renew().catch(() => undefined);
    }
    return info;
  }

  /** Waits for a login or renewal in progress. Rejects if a renewal failed temporarily. */
  async function getRenewedUser(): Promise<AuthUser | null> {
    const accessToken = await login.accessToken();
    const user = login.user();
    return user && accessToken !== '' ? { sub: user.profile.sub, accessToken } : null;
  }

  function getAuthUser(): AuthUser | null | Promise<AuthUser | null> {
    const { user } = login.session();
    if (!user || user.expired) return getRenewedUser();
    return { sub: user.profile.sub, accessToken: user.accessToken };
  }

  const core = createApiClient({
    language,
    onFailure,
    base: configuration.coreApi,
    early: takeEarlyResponse,
    token: () => credential.token(),
    renewedSince: (startedAt) => credential.renewedSince(startedAt),
  });
  const catalogue = createApiClient({
    language,
    onFailure,
    base: configuration.catalogueApi,
    token: login.accessToken,
  });
  const identity = createIdentityClient({
    origin: configuration.identity.origin,
    language,
    token: login.accessToken,
    onRefused: onFailure,
  });
  const credential = createCredentialStore({
    // Also runs in advance, while calls still have a valid token.
    exchange: (accessToken) =>
      core.call('identityLogin', { body: { accessToken }, token: '', background: true }),
    validate: (token) => core.call('validate', token === undefined ? {} : { token }),
    getAuthUser,
    stored: storage.credential,
    subject: storage.credentialSubject,
    epoch: () => storage.teamChange.read() ?? '',
    renewalEnd: login.renewalEnd,
    waitForTeamSwitch,
  });

  function reportAlreadyLoggedOut(): void {
    if (storage.alreadyLoggedOut.read() === null) return;
    storage.alreadyLoggedOut.remove();
    dependencies.onAlreadyLoggedOut();
  }

  function handleUserChange(): void {
    const user = login.session().user;
    const next = user?.profile.sub ?? null;
    const couldReadPermissions = canReadPermissions;
    canReadPermissions = user?.scopes.includes('read:permissions') ?? false;
    if (next === subject) {
      // The scope was missing when the page started.
      if (canReadPermissions && !couldReadPermissions) permissions.load();
      return;
    }
    if (subject !== null) {
      credential.clear();
      permissions.clear();
    }
    subject = next;
    if (next === null) return;
    reportAlreadyLoggedOut();
    permissions.load();
    // Without a network, the page shows what it has. The first call that needs a token asks for it.
    if (isOffline()) return;
    if (hasFoundCredential) credential.check(next);
    hasFoundCredential = false;
    // In advance of the first call that needs it. The shared handler reports failures.
    credential.token().catch(() => undefined);
  }

  async function endSession(options: {
    retainVisit: boolean;
    isAccountDeleted?: boolean;
  }): Promise<void> {
    // Several calls can be rejected at once, but only one logout may run.
    if (pendingSignOut) return;
    const token = storage.credential.read()?.accessToken;
    // Best effort; the request outlives the page. Offline, the session ends with the sign-in at the provider.
    if (token && !isOffline())
      core.call('endSession', { token, keepalive: true }).catch(() => undefined);
    credential.clear();
    clearSession(options);
    if (options.isAccountDeleted) storage.signedOut.write('account_deleted');
    pendingSignOut = signOutAtProvider(options.isAccountDeleted === true);
    if (!(await pendingSignOut)) pendingSignOut = null;
  }

  /**
   * Returns true if the browser navigates away. Where that is not to the provider's logout endpoint (spec 4: not with an
   * expired token), the provider's session may be alive, so the login screen of this and of the next login is forced.
   */
  async function signOutAtProvider(isAccountDeleted: boolean): Promise<boolean> {
    const isKnown = login.user() !== null;
    let canRetry = true;
    try {
      const beforeRedirect = async () => {
        // The redirect waits for a network. Until then, the provider's session is alive.
        if (isOffline()) storage.signedOut.write('unconfirmed');
        else await reachProvider(configuration.identity);
      };
      if (await login.logout({ beforeRedirect })) {
        if (!isAccountDeleted) void whenOnline().then(() => storage.signedOut.remove());
        return true;
      }
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      if (!isKnown) return false;
      if (error.code === 'already_logged_out') storage.alreadyLoggedOut.write('unreported');
      // A page that started without a network does not know the provider's addresses yet.
      else canRetry = isOffline();
    }
    // The sessions of a deleted account have ended.
    if (isAccountDeleted) return false;
    storage.signedOut.write('unconfirmed');
    if (!canRetry) return false;
    try {
      await whenOnline();
      await reachProvider(configuration.identity);
      await redirectToLogin('/', { prompt: 'login' });
      return true;
    } catch {
      reportAlreadyLoggedOut();
      return false;
    }
  }

  async function redirectToLogin(returnTo: string, params: Record<string, string>): Promise<void> {
    storage.signingInFor.write(returnTo);
    await login.login({ returnTo, params });
  }

  async function startSignIn(returnTo: string): Promise<void> {
    const tool = storage.referredFrom.read()?.tool.id;
    await redirectToLogin(returnTo, {
      // The provider puts it into emails, whose links may open in another tab.
      return_to: returnTo,
      // The login area says who sent the seller.
      ...(tool !== undefined && { reporting_tool: tool }),
      // Without it, the session that the provider may still have would sign the user in again.
      ...(storage.signedOut.read() === 'unconfirmed' && { prompt: 'login' }),
    });
  }

  /** A login must not override the navigation to the logout endpoint. */
  const isLeaving = async () => pendingSignOut !== null && (await pendingSignOut);

  login.on('user-loaded', ({ by }) => {
    storage.signedOut.remove();
    isTokenUnverified = by !== 'other-tab';
    isTokenRejected = false;
  });
  login.on('user-removed', ({ by }) => {
    isTokenRejected = by === 'revoked' && isTokenUnverified;
  });
  permissions.subscribe(() => {
    if (permissions.state().status === 'known') isTokenUnverified = false;
  });
  login.on('change', handleUserChange);
  handleUserChange();
  // A page restored from the back/forward cache after a logout must be reloaded.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && pendingSignOut) window.location.reload();
  });

  return {
    login,
    clients: { core, catalogue },
    identity,
    permissions: permissions.state,
    onPermissions: permissions.subscribe,
    changeTeam: (call) =>
      withTeamSwitchLock(async () => {
        const credentialResponse = await call();
        storage.teamChange.write(String(Date.now()));
        if (subject !== null) credential.replace(subject, credentialResponse);
      }),
    async enterWithGoogle(accessToken) {
      const credentialResponse = await core.call('googleLogin', {
        body: { accessToken },
        token: '',
        signal: AbortSignal.timeout(googleLoginMs),
      });
      // The owner is determined by GET /auth/validate after the login.
      storage.credentialSubject.remove();
      storage.credential.write(credentialResponse);
    },
    async signIn(returnTo) {
      if (await isLeaving()) return;
      signInLimit.reset();
      await reachProvider(configuration.identity);
      await startSignIn(returnTo);
      if (storage.signedOut.read() === 'account_deleted') storage.signedOut.remove();
    },
    async signInByItself(returnTo) {
      const isGone = await isLeaving();
      const stop = storage.signedOut.read();
      if (stop !== null || isGone) return stop;
      if (!signInLimit.admit()) return 'repeated';
      await startSignIn(returnTo);
      return null;
    },
    async signInAgain(returnTo) {
      signInLimit.reset();
      await reachProvider(configuration.identity);
      await redirectToLogin(returnTo, { prompt: 'login' });
    },
    isTokenRefused: () => isTokenRejected,
    signOut({ isAccountDeleted } = { isAccountDeleted: false }) {
      // The service worker ends the notifications in this browser.
      if ('serviceWorker' in navigator)
        navigator.serviceWorker.controller?.postMessage('signed-out');
      return endSession({ retainVisit: false, isAccountDeleted });
    },
    async refused() {
      const isSomebody = login.user() !== null;
      if (!pendingSignOut && isSomebody) {
        const { pathname, search, hash } = window.location;
        storage.resumeAt.write(pathname + search + hash);
      }
      await endSession({ retainVisit: true });
    },
  };
}
