import { isObject, isStringArray, parseJsonObject, nonEmptyString } from '../guards.ts';
import type { Store } from '../session/storage.ts';

/** State of a login until its response arrives (specification, section 3). */
export interface LoginState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Application data stored beside the login state. */
interface LoginAppState {
  readonly returnTo: string | null;
  /** The user was already logged in and requested another login. */
  readonly again: boolean;
}

export interface ConsumedLogin {
  readonly loginState: LoginState;
  readonly appState: LoginAppState;
}

/**
 * Returns the URL as a path of this origin (with query and fragment), or null. Rejects anything that could
 * lead to another origin, such as `//host`, `/\host` or another scheme.
 * @see RFC 9700, section 4.11
 */
export function sameOriginPath(target: string, origin: string): string | null {
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null;
  const url = new URL(target, origin);
  const path = url.pathname + url.search + url.hash;
  // Resolving dots can leave a path that begins with two slashes, which later code would parse as a host.
  return url.origin === origin && !path.startsWith('//') ? path : null;
}

const maxAgeMs = 10 * 60_000;
const appStateSuffix = '.note';

function isLoginState(value: unknown): value is LoginState {
  if (!isObject(value)) return false;
  const { state, nonce, codeVerifier, redirectUri, createdAt } = value;
  return isStringArray([state, nonce, codeVerifier, redirectUri]) && Number.isFinite(createdAt);
}

/** Login states of this tab, valid once and for ten minutes. */
export function createLoginStates(store: Store, prefix: string, now: () => number) {
  const read = (key: string): LoginState | null => {
    const value = parseJsonObject(store.get(key));
    return isLoginState(value) && Math.abs(now() - value.createdAt) <= maxAgeMs ? value : null;
  };
  const remove = (key: string): void => {
    store.remove(key);
    store.remove(key + appStateSuffix);
  };
  const stateKeys = () =>
    store.keys().filter((key) => key.startsWith(prefix) && !key.endsWith(appStateSuffix));

  return {
    save(loginState: LoginState, appState: LoginAppState): void {
      for (const key of stateKeys()) if (!read(key)) remove(key);
      store.set(prefix + loginState.state, JSON.stringify(loginState));
      store.set(prefix + loginState.state + appStateSuffix, JSON.stringify(appState));
    },
    /** Removes and returns the login of a response's `state`. A second call returns null. */
    take(state: string): ConsumedLogin | null {
      const key = prefix + state;
      const loginState = read(key);
      const stored = parseJsonObject(store.get(key + appStateSuffix));
      remove(key);
      if (!loginState) return null;
      return {
        loginState,
        appState: {
          returnTo: nonEmptyString(stored?.['returnTo']),
          again: stored?.['again'] === true,
        },
      };
    },
    clear(): void {
      for (const key of stateKeys()) remove(key);
    },
  };
}

export type LoginStates = ReturnType<typeof createLoginStates>;
