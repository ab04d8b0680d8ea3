import { LoginError } from '@seller-connect/login';
import { createStore } from '@seller-connect/ui';

/**
 * State of the user's permissions.
 *
 * | state   | meaning                                         | next                            |
 * | ------- | ----------------------------------------------- | ------------------------------- |
 * | loading | fetching from the provider, up to three times   | known or failed                 |
 * | known   | the provider's response, possibly an empty list | loading, after a change of user |
 * | failed  | the provider did not respond                    | loading, by `retry`             |
 *
 * A 401 leaves the state at loading: the login library removes the user, which the page handles.
 */
export type PermissionState =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly permissions: readonly string[] }
  | { readonly status: 'failed'; readonly retry: () => void };

export interface PermissionStore {
  state(): PermissionState;
  subscribe(listener: () => void): () => void;
  /** Loads the permissions of the current user. */
  load(): void;
  /** Clears the permissions and ignores a pending response. */
  clear(): void;
}

/** Delays in milliseconds before automatic retries of /userinfo. */
const retryDelaysMs: readonly number[] = [1_000, 5_000];

const delayFor = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Creates the store. `userInfo` is the login library's call; `wait` takes milliseconds. */
export function createPermissions(
  userInfo: () => Promise<{ readonly permissions: readonly string[] }>,
  wait: (milliseconds: number) => Promise<void> = delayFor,
): PermissionStore {
  const store = createStore<PermissionState>({ status: 'loading' });
  /** Incremented by `load` and `clear`: only the latest response counts. */
  let generation = 0;

  /** Returns the permissions, or why there are none. */
  async function fetchPermissions(
    isLatest: () => boolean,
  ): Promise<readonly string[] | 'failed' | 'refused'> {
    for (const delay of [...retryDelaysMs, null]) {
      try {
        return (await userInfo()).permissions;
      } catch (error) {
        const isRefusal = error instanceof LoginError && unauthorizedCodes.has(error.code);
        if (isRefusal || !isLatest()) return 'refused';
        if (delay !== null) await wait(delay);
      }
    }
    return 'failed';
  }

  async function load(): Promise<void> {
    generation += 1;
    const own = generation;
    const isLatest = () => own === generation;
    store.set({ status: 'loading' });
    const answer = await fetchPermissions(isLatest);
    if (!isLatest() || answer === 'refused') return;
    if (answer === 'failed') store.set({ status: 'failed', retry: () => void load() });
    else store.set({ status: 'known', permissions: answer });
  }

  return {
    state: store.get,
    subscribe: store.subscribe,
    load: () => void load(),
    clear() {
      generation += 1;
      store.set({ status: 'loading' });
    },
  };
}

/** Codes for which the login library has removed the user, or there is none. */
const unauthorizedCodes: ReadonlySet<string> = new Set(['unauthorized', 'login_required']);
