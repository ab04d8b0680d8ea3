import { isObject, isTextList, parseObject, textOrNull } from '../guards.ts';
import type { Store } from '../session/storage.ts';

/** What a login remembers until its response arrives (specification, section 3). */
export interface LoginState {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** Kept beside the login state: what belongs to the application rather than to the protocol. */
export interface LoginNote {
  readonly returnTo: string | null;
  /** The person was logged in already and asked to log in again. */
  readonly again: boolean;
}

export interface TakenState {
  readonly entry: LoginState;
  readonly note: LoginNote;
}

const maximumAge = 10 * 60_000;
const noteSuffix = '.note';

function isLoginState(value: unknown): value is LoginState {
  if (!isObject(value)) return false;
  const { state, nonce, codeVerifier, redirectUri, createdAt } = value;
  return isTextList([state, nonce, codeVerifier, redirectUri]) && Number.isFinite(createdAt);
}

/** Login states of this tab: single use, ten minutes at most. */
export function createLoginStates(store: Store, prefix: string, now: () => number) {
  const read = (key: string): LoginState | null => {
    const value = parseObject(store.get(key));
    return isLoginState(value) && Math.abs(now() - value.createdAt) <= maximumAge ? value : null;
  };
  const drop = (key: string): void => {
    store.remove(key);
    store.remove(key + noteSuffix);
  };
  const ownKeys = () =>
    store.keys().filter((key) => key.startsWith(prefix) && !key.endsWith(noteSuffix));

  return {
    save(entry: LoginState, note: LoginNote): void {
      for (const key of ownKeys()) if (!read(key)) drop(key);
      store.set(prefix + entry.state, JSON.stringify(entry));
      store.set(prefix + entry.state + noteSuffix, JSON.stringify(note));
    },
    /** The entry for a returned state, removed from the store: a second call finds nothing. */
    take(state: string): TakenState | null {
      const key = prefix + state;
      const entry = read(key);
      const note = parseObject(store.get(key + noteSuffix));
      drop(key);
      if (!entry) return null;
      return {
        entry,
        note: { returnTo: textOrNull(note?.['returnTo']), again: note?.['again'] === true },
      };
    },
    clear(): void {
      for (const key of ownKeys()) drop(key);
    },
  };
}

export type LoginStates = ReturnType<typeof createLoginStates>;
