import { createLogin, LoginError, type IdentityUser, type Login } from '@seller-connect/login';
import type { PageConfiguration } from '@seller-connect/contract';
import { createClient, type ApiFailure, type Clients } from '../api/index.ts';
import { createOwnAccount, type OwnAccount } from '../api/ownAccount.ts';
import { clearSession, storage, type Language, type StoredCredential } from '../storage.ts';
import { createCredentialHolder, type Person } from './credential.ts';
import { loginOptions } from './loginOptions.ts';
import type { PermissionState } from './permissions.ts';
import { changingTeam, teamIsSettled } from './teamChange.ts';

/** Who is there, what they may do, and the two clients that speak for them. */
export interface AppSession {
  readonly login: Login;
  readonly clients: Clients;
  /** The person's account at the identity provider. */
  readonly account: OwnAccount;
  /** What the person may do, as far as the provider has answered. */
  permissions(): PermissionState;
  onPermissions(listener: () => void): () => void;
  /** Makes a call that takes the person to another team, and goes on with the credential that it answers with. */
  changeTeam(call: () => Promise<StoredCredential>): Promise<void>;
  /** Leaves for the login screen; the person comes back to `returnTo`, a path of this origin. */
  signIn(returnTo: string): Promise<void>;
  /** The same for somebody who is there: they prove once more who they are. */
  signInAgain(returnTo: string): Promise<void>;
  /** Ends the session here, in the other tabs, at the core service and at the provider. */
  signOut(): Promise<void>;
  /** The same after the server refused the session: whoever signs in again goes on where they were. */
  refused(): Promise<void>;
}

export interface SessionParts {
  readonly configuration: PageConfiguration;
  readonly language: Language;
  /** Spec 8's one shared handler. */
  readonly onFailure: (failure: ApiFailure) => void;
}

/** Puts the session together; `login.start()` sets it going. */
export function createSession(parts: SessionParts): AppSession {
  const { configuration, language, onFailure } = parts;
  const login = createLogin(loginOptions(configuration.identity, language));
  let permissions: PermissionState = { status: 'loading' };
  let subject: string | null = null;
  /** The logout under way; true when the browser is leaving for the provider's address. */
  let departure: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();

  function setPermissions(next: PermissionState): void {
    permissions = next;
    for (const listener of listeners) listener();
  }

  /** Spec 4: logged in while the access token is unexpired. */
  function present(): IdentityUser | null {
    const user = login.user();
    return user && !user.expired ? user : null;
  }

  function asPerson(user: IdentityUser | null): Person | null {
    return user && { sub: user.profile.sub, accessToken: user.accessToken };
  }

  /** The page slept past the end of its token: whoever asks waits for the renewal of its waking. */
  async function afterSleep(): Promise<Person | null> {
    await login.renew().catch(() => undefined);
    return asPerson(present());
  }

  function whoIsThere(): Person | null | Promise<Person | null> {
    const isOver = login.user()?.expired === true;
    return isOver && login.session().user ? afterSleep() : asPerson(present());
  }

  const common = { language, onFailure };
  const exchanger = createClient({
    base: configuration.coreApi,
    language,
    token: () => '',
    // Whoever asked for the token reports it.
    onFailure: () => {},
  });
  const credential = createCredentialHolder({
    exchange: (accessToken) =>
      exchanger.call('identityLogin', { body: { accessToken }, ownFailure: true }),
    person: whoIsThere,
    stored: storage.credential,
    subject: storage.credentialSubject,
    epoch: () => storage.teamChange.read() ?? '',
    settled: teamIsSettled,
  });
  const clients: Clients = {
    core: createClient({
      ...common,
      base: configuration.coreApi,
      token: () => credential.token(),
      renewedSince: (startedAt) => credential.renewedSince(startedAt),
    }),
    catalogue: createClient({
      ...common,
      base: configuration.catalogueApi,
      token: () => present()?.accessToken ?? '',
    }),
  };

  const account = createOwnAccount({
    origin: configuration.identity.origin,
    language,
    token: async () => (await whoIsThere())?.accessToken ?? '',
    onRefused: onFailure,
  });

  async function loadPermissions(sub: string): Promise<void> {
    setPermissions({ status: 'loading' });
    try {
      const { permissions: list } = await login.userInfo();
      if (subject === sub) setPermissions({ status: 'known', permissions: list });
    } catch {
      // A refusal has removed the user already, which is a change.
      const retry = () => void loadPermissions(sub);
      if (subject === sub) setPermissions({ status: 'failed', retry });
    }
  }

  function follow(): void {
    const user = login.session().user;
    const next = user?.profile.sub ?? null;
    if (next === subject) return;
    if (subject !== null) {
      credential.clear();
      setPermissions({ status: 'loading' });
    }
    subject = next;
    if (next === null) return;
    void loadPermissions(next);
    // Ahead of the first call that needs it; a failure shows itself at that call.
    credential.token().catch(() => undefined);
  }
  async function leave(visit: { keepVisit: boolean }): Promise<void> {
    // Several calls may be refused at once; the person leaves once.
    if (departure) return;
    const token = storage.credential.read()?.accessToken;
    if (token) endCoreSession(configuration.coreApi, token);
    credential.clear();
    clearSession(visit);
    departure = present() === null ? leaveQuietly(login) : leaveProvider(login);
    if (!(await departure)) departure = null;
  }

  async function leaveFor(returnTo: string, params: Record<string, string>): Promise<void> {
    storage.signingInFor.write(returnTo);
    await login.login({ returnTo, params });
  }

  login.on('change', follow);
  follow();
  // A page that the browser took out of its cache after a logout is not the one that was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && departure) window.location.reload();
  });

  return {
    login,
    clients,
    account,
    permissions: () => permissions,
    onPermissions(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changeTeam: (call) =>
      changingTeam(async () => {
        const opened = await call();
        storage.teamChange.write(String(Date.now()));
        if (subject !== null) credential.replace(subject, opened);
      }),
    async signIn(returnTo) {
      // On its way to the provider's logout address the browser must not be overtaken by a login.
      if (departure && (await departure)) return;
      // For the provider, whose letters may be opened in another tab: they lead on to the same page.
      await leaveFor(returnTo, { return_to: returnTo });
    },
    signInAgain: (returnTo) => leaveFor(returnTo, { prompt: 'login' }),
    signOut: () => leave({ keepVisit: false }),
    async refused() {
      if (!departure) storage.resumeAt.write(window.location.pathname + window.location.search);
      await leave({ keepVisit: true });
    },
  };
}

/** Without a live token there is no redirect to the provider's logout address (spec 4). */
async function leaveQuietly(login: Login): Promise<false> {
  await leaveProvider(login);
  return false;
}

/** True when the browser is leaving for the provider's logout address. */
async function leaveProvider(login: Login): Promise<boolean> {
  try {
    await login.logout();
    return true;
  } catch (error) {
    if (error instanceof LoginError) return false;
    throw error;
  }
}

/** Best effort, and it survives leaving the page. */
function endCoreSession(base: string, token: string): void {
  void fetch(`${base.replace(/\/+$/, '')}/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  }).catch(() => undefined);
}
