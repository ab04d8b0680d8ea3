import type { LoginEvents } from './api.ts';
import type { Settings } from './config.ts';
import {
  checkResponse,
  isLoginRequired,
  responseIn,
  withoutResponse,
} from './protocol/authorizationResponse.ts';
import type { Emitter } from './emitter.ts';
import { LoginError, networkError } from './errors.ts';
import * as messages from './messages.ts';
import type { LoginStates, TakenState } from './protocol/loginState.ts';
import type { Provider } from './protocol/provider.ts';
import type { Renewal } from './renewal/renewal.ts';
import { sameOriginPath } from './protocol/returnTo.ts';
import { openStore } from './session/storage.ts';
import { exchangeCode } from './protocol/tokens.ts';
import type { UserInfoCalls } from './user-info/userInfo.ts';
import type { UserStore } from './session/userStore.ts';

/** What one instance is made of. */
export interface LoginParts {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly users: UserStore;
  readonly states: LoginStates;
  readonly renewal: Renewal;
  readonly userInfo: UserInfoCalls;
  readonly events: Emitter<LoginEvents>;
}

export interface StartupResult {
  readonly returnTo: string | null;
  readonly error: LoginError | null;
  /** A silent login that is still under way; resolves in any case. */
  readonly silent: Promise<void> | null;
}

/** The five startup steps of the specification, section 4. */
export async function runStartup(parts: LoginParts): Promise<StartupResult> {
  const { settings, users, userInfo } = parts;
  if (settings.revokeCheck && users.isLoggedIn()) {
    // Only a 401 (or a foreign subject) removes the user; an outage does not.
    await userInfo.claims().catch(() => undefined);
  }
  const answered = await consumeResponse(parts);
  return { returnTo: null, error: null, ...answered, silent: answered ? null : silentLogin(parts) };
}

/** Steps 2 and 3: the response in the address, if it is one to us. */
async function consumeResponse(parts: LoginParts): Promise<Omit<StartupResult, 'silent'> | null> {
  const { settings, users, states } = parts;
  const { address, replaceAddress } = settings.environment;
  const here = address();
  const response = responseIn(here, settings.redirectUri);
  if (!response) return null;
  const taken = states.take(response.get('state') ?? '');
  if (!taken && !response.has('code') && !response.has('error')) return null;
  // Before the exchange: a reload in the middle of it must not send the code again.
  replaceAddress(withoutResponse(here));
  const returnTo = sameOriginPath(taken?.note.returnTo ?? '', new URL(here).origin);
  // Nobody is there: the answer to a question that no person has asked, so no login has failed.
  if (isLoginRequired(response)) return { returnTo, error: null };
  // A reload, a second instance or the back button: the login is done already.
  if (users.isLoggedIn() && !taken?.note.again) return { returnTo, error: null };
  try {
    await complete(parts, response, taken);
    return { returnTo, error: null };
  } catch (failure) {
    return { returnTo, error: networkError(failure) };
  }
}

async function complete(
  { settings, provider, users }: LoginParts,
  response: URLSearchParams,
  taken: TakenState | null,
): Promise<void> {
  if (!taken) throw new LoginError('invalid_state', messages.invalidRequestState);
  checkResponse(await provider.metadata(), response, taken.entry);
  const user = await exchangeCode(settings, provider, response, taken.entry);
  await users.alone('tokens', () => users.keep(user, 'login'));
}

/** Steps 4 and 5; null if there is nothing to try. */
function silentLogin(parts: LoginParts): Promise<void> | null {
  const { settings, users, renewal } = parts;
  const user = users.current();
  if (settings.silent === 'never' || (settings.silent === 'known' && !user)) return null;
  if (!users.isLoggedIn()) {
    return renewal.silentLogin('renewal').catch((failure: unknown) => {
      // Where there is a refresh token, it has the last word.
      if (!user?.refreshToken) return renewal.judge(failure);
      return renewal.isRefused() ? undefined : renewal.renew().catch(() => undefined);
    });
  }
  // A provider may never grant a scope: what it refused once is not asked for again here.
  const refused = openStore('sessionStorage');
  const key = `${settings.userKey}.refused`;
  const known = refused.get(key)?.split(' ') ?? [];
  const lacking = (): string[] => {
    const granted = users.current()?.scopes ?? [];
    return settings.scopes.filter((scope) => !granted.includes(scope));
  };
  if (lacking().every((scope) => known.includes(scope))) return null;
  return renewal
    .silentLogin('scopes')
    .catch(() => undefined)
    .then(() => refused.set(key, lacking().join(' ')));
}
