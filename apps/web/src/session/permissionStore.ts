import { LoginError } from '@seller-connect/login';

/**
 * What is known of the person's permissions.
 *
 * | state   | meaning                                       | next                                 |
 * | ------- | --------------------------------------------- | ------------------------------------ |
 * | loading | the provider is being asked, three times      | known, or failed                     |
 * | known   | the provider's answer; none is an empty list  | loading, once somebody else is there |
 * | failed  | the provider gave no answer                   | loading, by `retry`                  |
 *
 * A refusal (401) leaves the state at loading: the login layer removes the user, and the page goes on from there.
 */
export type PermissionState =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly permissions: readonly string[] }
  | { readonly status: 'failed'; readonly retry: () => void };

export interface PermissionStore {
  state(): PermissionState;
  subscribe(listener: () => void): () => void;
  /** Asks for the permissions of the person who is there now. */
  load(): void;
  /** Forgets them; an answer that is still under way is not kept. */
  clear(): void;
}

/** Milliseconds before a failed call of /userinfo is made again by itself. */
const retryDelaysMs: readonly number[] = [1_000, 5_000];

const delayFor = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Loads and holds the permissions. `userInfo` is the login layer's call; `wait` resolves after milliseconds. */
export function createPermissions(
  userInfo: () => Promise<{ readonly permissions: readonly string[] }>,
  wait: (milliseconds: number) => Promise<void> = delayFor,
): PermissionStore {
  let state: PermissionState = { status: 'loading' };
  /** Grows with each `load` and `clear`: only the answer to the latest counts. */
  let generation = 0;
  const listeners = new Set<() => void>();

  function set(next: PermissionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** The permissions, or why there are none. */
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
    set({ status: 'loading' });
    const answer = await fetchPermissions(isLatest);
    if (!isLatest() || answer === 'refused') return;
    if (answer === 'failed') set({ status: 'failed', retry: () => void load() });
    else set({ status: 'known', permissions: answer });
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: () => void load(),
    clear() {
      generation += 1;
      set({ status: 'loading' });
    },
  };
}

/** The login layer has removed the user, or there is none. */
const unauthorizedCodes: ReadonlySet<string> = new Set(['unauthorized', 'login_required']);
