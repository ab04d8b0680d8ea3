import { createLogin, LoginError, type Login } from '@seller-connect/login';
import type { PageConfiguration } from '@seller-connect/contract';
import { createIdentityClient, type IdentityClient } from '../api/client/identityClient.ts';
import { createApiClient, type ApiError, type Clients } from '../api/index.ts';
import { createAccountClient, type AccountClient } from '../api/client/accountClient.ts';
import { clearSession, storage, type Language, type StoredCredential } from '../storage.ts';
import { createCredentialStore, type AuthUser } from './credentialStore.ts';
import { loginOptions } from './loginOptions.ts';
import { createPermissions, type PermissionState } from './permissionStore.ts';
import { createSignInLimit, isUserNavigation } from './signInLimit.ts';
import { withTeamSwitchLock, waitForTeamSwitch } from './teamSwitch.ts';

/** Who is there, what they may do, and the clients that speak for them. */
export interface AppSession {
  readonly login: Login;
  readonly clients: Clients;
  readonly identity: IdentityClient;
  /** The person's account at the identity provider. */
  readonly account: AccountClient;
  /** What the person may do, as far as the provider has answered. */
  permissions(): PermissionState;
  onPermissions(listener: () => void): () => void;
  /** Makes a call that takes the person to another team, and goes on with the credential that it answers with. */
  changeTeam(call: () => Promise<StoredCredential>): Promise<void>;
  /** Ends a Google login: exchanges Google's access token, which is kept nowhere, for the credential. */
  enterWithGoogle(accessToken: string): Promise<void>;
  /** Leaves for the login screen; the person comes back to `returnTo`, a path of this origin. */
  signIn(returnTo: string): Promise<void>;
  /** The same without the person's doing. False at the third time in a minute: from there on the person decides. */
  signInByItself(returnTo: string): Promise<boolean>;
  /** The same for somebody who is there: they prove once more who they are. */
  signInAgain(returnTo: string): Promise<void>;
  /** True when the provider refused, at /userinfo, the token that it had just issued. */
  isTokenRefused(): boolean;
  /** Ends the session here, in the other tabs, at the core service and at the provider. */
  signOut(): Promise<void>;
  /** The same after the server refused the session: whoever signs in again goes on where they were. */
  refused(): Promise<void>;
}

export interface SessionDependencies {
  readonly configuration: PageConfiguration;
  readonly language: Language;
  /** Spec 8's one shared handler. */
  readonly onFailure: (failure: ApiError) => void;
  /** Spec 5: a logout failed with 'User already logout'. The person is on the way to the login screen. */
  readonly onAlreadyLoggedOut: () => void;
}

/** Milliseconds that the end of a Google login waits for the credential; without it the login goes on. */
const googleLoginMs = 10_000;

/** Puts the session together; `login.start()` sets it going. */
export function createSession(dependencies: SessionDependencies): AppSession {
  const { configuration, language, onFailure } = dependencies;
  const login = createLogin(loginOptions(configuration.identity, language));
  const permissions = createPermissions(login.userInfo);
  const signInLimit = createSignInLimit(storage.signInRequests);
  const address = new URL(window.location.href);
  if (isUserNavigation(address, document.referrer, configuration.identity.origin))
    signInLimit.reset();
  let subject: string | null = null;
  /** Whether the token is one that this page was issued and that /userinfo has not accepted yet. */
  let isTokenUnverified = false;
  let isTokenRejected = false;
  let hasFoundCredential = storage.credential.read() !== null;
  /** The logout under way; true when the browser is leaving for the provider. */
  let pendingSignOut: Promise<boolean> | null = null;

  /** Callers wait for the login or the renewal under way, and get its failure while it may still come. */
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
    // Also made ahead of time, behind calls that still have a token.
    exchange: (accessToken) =>
      core.call('identityLogin', { body: { accessToken }, token: '', background: true }),
    validate: (token) => core.call('validate', token === undefined ? {} : { token }),
    getAuthUser,
    stored: storage.credential,
    subject: storage.credentialSubject,
    epoch: () => storage.teamChange.read() ?? '',
    waitForTeamSwitch,
  });

  function handleUserChange(): void {
    const user = login.session().user;
    const next = user?.profile.sub ?? null;
    if (next === subject) return;
    if (subject !== null) {
      credential.clear();
      permissions.clear();
    }
    subject = next;
    if (next === null) return;
    permissions.load();
    if (hasFoundCredential) credential.check(next);
    hasFoundCredential = false;
    // Ahead of the first call that needs it; a failure is told by the shared handler.
    credential.token().catch(() => undefined);
  }

  async function endSession(options: { retainVisit: boolean }): Promise<void> {
    // Several calls may be refused at once; the person leaves once.
    if (pendingSignOut) return;
    const token = storage.credential.read()?.accessToken;
    // Best effort, and it survives leaving the page.
    if (token) core.call('endSession', { token, keepalive: true }).catch(() => undefined);
    credential.clear();
    clearSession(options);
    pendingSignOut = signOutAtProvider();
    if (!(await pendingSignOut)) pendingSignOut = null;
  }

  /** True when the browser is leaving: without a live token there is no redirect to the provider (spec 4). */
  async function signOutAtProvider(): Promise<boolean> {
    const isLive = login.isLoggedIn();
    const isKnown = login.user() !== null;
    try {
      await login.logout();
      return isLive;
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      if (error.code !== 'already_logged_out' || !isKnown) return false;
      dependencies.onAlreadyLoggedOut();
      // The provider's session may live: its login screen is asked for all the same.
      return redirectToLogin('/', { prompt: 'login' }).then(
        () => true,
        () => false,
      );
    }
  }

  async function redirectToLogin(returnTo: string, params: Record<string, string>): Promise<void> {
    storage.signingInFor.write(returnTo);
    await login.login({ returnTo, params });
  }

  async function startSignIn(returnTo: string): Promise<void> {
    // For the provider, whose letters may be opened in another tab: they lead on to the same page.
    await redirectToLogin(returnTo, { return_to: returnTo });
  }

  /** On its way to the provider's logout address the browser must not be overtaken by a login. */
  const isLeaving = async () => pendingSignOut !== null && (await pendingSignOut);

  login.on('user-loaded', ({ by }) => {
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
  // A page that the browser took out of its cache after a logout is not the one that was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && pendingSignOut) window.location.reload();
  });

  return {
    login,
    clients: { core, catalogue },
    identity,
    account: createAccountClient(identity),
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
      // Whose it is says GET /auth/validate, once the login is over.
      storage.credentialSubject.remove();
      storage.credential.write(credentialResponse);
    },
    async signIn(returnTo) {
      if (await isLeaving()) return;
      signInLimit.reset();
      await startSignIn(returnTo);
    },
    async signInByItself(returnTo) {
      if (await isLeaving()) return true;
      if (!signInLimit.admit()) return false;
      await startSignIn(returnTo);
      return true;
    },
    signInAgain(returnTo) {
      signInLimit.reset();
      return redirectToLogin(returnTo, { prompt: 'login' });
    },
    isTokenRefused: () => isTokenRejected,
    signOut: () => endSession({ retainVisit: false }),
    async refused() {
      const isSomebody = login.user() !== null;
      if (!pendingSignOut && isSomebody) {
        storage.resumeAt.write(window.location.pathname + window.location.search);
      }
      await endSession({ retainVisit: true });
    },
  };
}
