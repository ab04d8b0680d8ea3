import type { IdentityUser, LoginEvents } from '../api.ts';
import type { Settings } from '../config.ts';
import type { Emitter } from '../emitter.ts';
import { withLock } from './lock.ts';
import { openSharedSession, fingerprint, createNextEntry } from './sharedSession.ts';
import { openStorage } from './storage.ts';
import { toIdentityUser, parseStoredUserJson, effectiveExpiresAt } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds that the lock is held after a write where there is no ledger: local storage lags. */
const storageLagMs = 100;

/**
 * Who is logged in, for this tab and in step with the others: the record in local storage, the
 * ledger behind it, and a channel that announces changes.
 */
export function createUserStore(settings: Settings, events: Emitter<LoginEvents>) {
  const { userKey } = settings;
  const inMemory = settings.storage?.memory;
  const store = openStorage(inMemory ? 'memory' : 'localStorage');
  // It would put the tokens on disk, and there is nothing for tabs to share.
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
  /** Takes what another tab has stored. */
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
    if (entry.user) adopt(entry.user);
  };

  return {
    ledger: sharedSession,
    /** The stored record as this tab knows it. */
    current: (): StoredUser | null => user,
    identity: (): IdentityUser | null => identity,
    isLoggedIn,
    /**
     * Runs work one tab at a time: on the tokens, or with the hidden frame, which may take long
     * and must not keep the others from their tokens.
     */
    alone: <T>(resource: 'tokens' | 'frame', work: () => Promise<T>): Promise<T> =>
      withLock(`${userKey} ${settings.issuer} ${resource}`, work),
    /**
     * What has become of a user that another tab may have renewed or logged out meanwhile: the
     * newest user, taken over here (nothing is written), and the ledger's entry.
     */
    async newest(initialUser: StoredUser | null) {
      const entry = await sharedSession.read();
      if (initialUser && entry.past.includes(await fingerprint(initialUser))) adopt(entry.user);
      // Without a ledger local storage is all there is.
      else if (!sharedSession.available()) reload();
      return { entry, renewed: user !== initialUser && isLoggedIn() };
    },
    /** Reads local storage again; for a page that was frozen or slept. */
    reread: reload,

    /**
     * Stores a new user for all tabs: ledger first, then the record. Only inside `alone('tokens', …)`.
     * A renewal names the ledger's generation that it started from: false, and nothing stored, if
     * the person logged out since.
     */
    async keep(
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
        // A logout came between the two writes.
        store.remove(userKey);
        clear('other-tab');
        return false;
      }
      return true;
    },

    /**
     * Removes the user here at once and in all tabs; resolves when the ledger knows it. Another
     * tab that is renewing at this moment finds the logout when it has its answer.
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

    /** Starts listening to the other tabs. */
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
