import type { IdentityUser, LoginEvents } from '../api.ts';
import type { Settings } from '../config.ts';
import type { Emitter } from '../emitter.ts';
import { openSharedSession, fingerprint, createNextEntry } from './sharedSession.ts';
import { openStorage } from './storage.ts';
import {
  toIdentityUser,
  parseStoredUserJson,
  effectiveExpiresAt,
  type StoredUser,
} from './storedUser.ts';
import { wait } from '../wait.ts';
import { LoginError } from '../errors.ts';
import * as messages from '../messages.ts';

/**
 * Milliseconds to keep the lock after a write without IndexedDB, because local storage lags between processes.
 */
const storageLagMs = 100;

/**
 * The logged-in user of this tab, kept in sync with other tabs: the record in local storage, the shared
 * session in IndexedDB, and a channel that announces changes.
 */
export function createUserStore(settings: Settings, events: Emitter<LoginEvents>) {
  const { userKey } = settings;
  const inMemory = settings.storage?.memory;
  const store = openStorage(inMemory ? 'memory' : 'localStorage');
  // In memory mode the shared session would write tokens to disk.
  const sharedSession = openSharedSession(`${userKey} ${settings.issuer}`, inMemory);
  const now = settings.environment.now;
  let user: StoredUser | null = null;
  let identity: IdentityUser | null = null;
  let channel: BroadcastChannel | null = null;

  const replaceUser = (next: StoredUser | null): void => {
    user = next;
    identity = next && toIdentityUser(next, now);
  };
  const readStored = (): StoredUser | null => parseStoredUserJson(store.get(userKey));
  replaceUser(readStored());
  const isLoggedIn = (): boolean => user !== null && now() / 1000 < effectiveExpiresAt(user);
  const setUser = (next: StoredUser, by: LoginEvents['user-loaded']['by']): void => {
    replaceUser(next);
    events.emit('user-loaded', { sub: next.profile.sub, by });
  };
  const clear = (by: LoginEvents['user-removed']['by']): void => {
    if (!user) return;
    replaceUser(null);
    events.emit('user-removed', { by });
  };
  /** Applies a change made by another tab. */
  const adopt = (next: StoredUser | null): void => {
    if (!next) clear('other-tab');
    else if (next.accessToken !== user?.accessToken) setUser(next, 'other-tab');
  };
  const reload = (): void => adopt(readStored());
  const onStorage = (event: StorageEvent): void => {
    if (event.key === userKey || event.key === null) reload();
  };
  const onMessage = async (event: MessageEvent<unknown>): Promise<void> => {
    if (event.data === 'removed') return clear('other-tab');
    if (event.data !== 'loaded' || !sharedSession.available()) return;
    const entry = await sharedSession.read();
    // A tab that logs out removes the record first.
    if (entry.user && store.get(userKey)) adopt(entry.user);
  };

  return {
    /** Returns the record as known in this tab. */
    current: (): StoredUser | null => user,
    identity: (): IdentityUser | null => identity,
    isLoggedIn,
    /**
     * Runs work in one tab at a time. The hidden frame has a separate lock, because it can take long and
     * must not block token renewals.
     */
    runExclusive: <T>(resource: 'tokens' | 'frame', work: () => Promise<T>): Promise<T> =>
      withLock(`${userKey} ${settings.issuer} ${resource}`, work),
    /**
     * Checks whether another tab has renewed or logged out `initialUser`. Adopts the newest user in this
     * tab without writing, and returns the shared session's entry.
     */
    async newest(initialUser: StoredUser | null) {
      const entry = await sharedSession.read();
      if (initialUser && entry.past.includes(await fingerprint(initialUser))) adopt(entry.user);
      // Without IndexedDB, local storage is the only source.
      else if (!sharedSession.available()) reload();
      return { entry, renewed: user !== initialUser && isLoggedIn() };
    },
    /** Reads local storage again, for pages that were frozen or asleep. */
    reread: reload,

    /**
     * Stores a user for all tabs: shared session first, then the record. Call only within
     * `runExclusive('tokens', …)`. A renewal passes the generation that it started from. Returns false and
     * stores nothing if the user has logged out since.
     */
    async persist(
      next: StoredUser,
      by: 'login' | 'renewal',
      expectedGeneration?: number,
    ): Promise<boolean> {
      for (;;) {
        const entry = await sharedSession.read();
        const isLoggedOut = sharedSession.available()
          ? entry.generation !== expectedGeneration && !entry.user
          : store.get(userKey) === null;
        if (by === 'renewal' && (!user || isLoggedOut)) return false;
        if (await sharedSession.replace(entry.generation, await createNextEntry(entry, next, user)))
          break;
      }
      store.set(userKey, JSON.stringify(next));
      setUser(next, by);
      channel?.postMessage('loaded');
      if (!sharedSession.available()) {
        await wait(storageLagMs);
      } else if (!(await sharedSession.read()).user) {
        // A logout happened between the two writes.
        store.remove(userKey);
        clear('other-tab');
        return false;
      }
      return true;
    },

    /**
     * Removes the user here immediately, and in all tabs. Resolves once the shared session has recorded it.
     * A tab that is renewing detects the logout when its response arrives.
     */
    async remove(by: 'logout' | 'revoked' | 'session-ended'): Promise<void> {
      const previous = user;
      store.remove(userKey);
      clear(by);
      channel?.postMessage('removed');
      for (;;) {
        const entry = await sharedSession.read();
        if (
          await sharedSession.replace(
            entry.generation,
            await createNextEntry(entry, null, previous),
          )
        )
          return;
      }
    },

    /** Starts listening to other tabs. */
    listen(): void {
      if (channel) return;
      addEventListener('storage', onStorage);
      channel = new BroadcastChannel(userKey);
      channel.onmessage = (event) => void onMessage(event);
    },
    stop(): void {
      removeEventListener('storage', onStorage);
      channel?.close();
      channel = null;
    },
  };
}

export type UserStore = ReturnType<typeof createUserStore>;

/** Timeout in milliseconds for acquiring the lock. */
const lockTimeoutMs = 30_000;

/**
 * Runs work under an origin-wide Web Lock, so that one tab at a time uses the refresh token. Without Web
 * Locks the work runs unguarded; callers within a tab still share one renewal.
 * @throws LoginError `lock_timeout` if the lock is not acquired within 30 s
 */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  if (!locks) return work();
  let isAcquired = false;
  try {
    return await locks.request(name, { signal: AbortSignal.timeout(lockTimeoutMs) }, () => {
      isAcquired = true;
      return work();
    });
  } catch (failure) {
    if (isAcquired) throw failure;
    throw new LoginError('lock_timeout', messages.silentExchange, undefined, true);
  }
}
