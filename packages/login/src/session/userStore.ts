import type { IdentityUser, LoginEvents } from '../api.ts';
import type { Settings } from '../config.ts';
import type { Emitter } from '../emitter.ts';
import { exclusively } from './lock.ts';
import { createLedger, fingerprint, nextEntry } from './sharedSession.ts';
import { openStore } from './storage.ts';
import { identityOf, parseStoredText, usableUntil } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';
import { wait } from '../wait.ts';

/** Milliseconds that the lock is held after a write where there is no ledger: local storage lags. */
const settleTime = 100;

/**
 * Who is logged in, for this tab and in step with the others: the record in local storage, the
 * ledger behind it, and a channel that announces changes.
 */
export function createUserStore(settings: Settings, events: Emitter<LoginEvents>) {
  const { userKey } = settings;
  const inMemory = settings.storage?.memory;
  const store = openStore(inMemory ? 'memory' : 'localStorage');
  // It would put the tokens on disk, and there is nothing for tabs to share.
  const ledger = createLedger(`${userKey} ${settings.issuer}`, inMemory);
  const now = settings.environment.now;
  let user: StoredUser | null = null;
  let identity: IdentityUser | null = null;
  let channel: BroadcastChannel | null = null;

  const set = (next: StoredUser | null): void => {
    user = next;
    identity = next && identityOf(next, now);
  };
  const stored = (): StoredUser | null => parseStoredText(store.get(userKey));
  set(stored());
  const isLoggedIn = (): boolean => user !== null && now() / 1000 < usableUntil(user);
  const load = (next: StoredUser, by: LoginEvents['user-loaded']['by']): void => {
    set(next);
    events.emit('user-loaded', { sub: next.profile.sub, by });
  };
  const drop = (by: LoginEvents['user-removed']['by']): void => {
    if (!user) return;
    set(null);
    events.emit('user-removed', { by });
  };
  /** Takes what another tab has stored. */
  const follow = (next: StoredUser | null): void => {
    if (!next) drop('other-tab');
    else if (next.accessToken !== user?.accessToken) load(next, 'other-tab');
  };
  const reread = (): void => follow(stored());
  const onStorage = (event: StorageEvent): void => {
    if (event.key === userKey || event.key === null) reread();
  };
  const onMessage = async (event: MessageEvent<unknown>): Promise<void> => {
    if (event.data === 'removed') return drop('other-tab');
    if (event.data !== 'loaded' || !ledger.available()) return;
    const entry = await ledger.read();
    if (entry.user) follow(entry.user);
  };

  return {
    ledger,
    /** The stored record as this tab knows it. */
    current: (): StoredUser | null => user,
    identity: (): IdentityUser | null => identity,
    isLoggedIn,
    /**
     * Runs work one tab at a time: on the tokens, or with the hidden frame, which may take long
     * and must not keep the others from their tokens.
     */
    alone: <T>(what: 'tokens' | 'frame', work: () => Promise<T>): Promise<T> =>
      exclusively(`${userKey} ${settings.issuer} ${what}`, work),
    /**
     * What has become of a user that another tab may have renewed or logged out meanwhile: the
     * newest user, taken over here (nothing is written), and the ledger's entry.
     */
    async newest(started: StoredUser | null) {
      const entry = await ledger.read();
      if (started && entry.past.includes(await fingerprint(started))) follow(entry.user);
      // Without a ledger local storage is all there is.
      else if (!ledger.available()) reread();
      return { entry, renewed: user !== started && isLoggedIn() };
    },
    /** Reads local storage again; for a page that was frozen or slept. */
    reread,

    /**
     * Stores a new user for all tabs: ledger first, then the record. Only inside `alone('tokens', …)`.
     * A renewal names the ledger's generation that it started from: false, and nothing stored, if
     * the person logged out since.
     */
    async keep(next: StoredUser, by: 'login' | 'renewal', from?: number): Promise<boolean> {
      for (;;) {
        const entry = await ledger.read();
        const gone = ledger.available()
          ? entry.generation !== from && !entry.user
          : store.get(userKey) === null;
        if (by === 'renewal' && (!user || gone)) return false;
        if (await ledger.replace(entry.generation, await nextEntry(entry, next, user))) break;
      }
      store.set(userKey, JSON.stringify(next));
      load(next, by);
      channel?.postMessage('loaded');
      if (!ledger.available()) {
        await wait(settleTime);
      } else if (!(await ledger.read()).user) {
        // A logout came between the two writes.
        store.remove(userKey);
        drop('other-tab');
        return false;
      }
      return true;
    },

    /**
     * Removes the user here at once and in all tabs; resolves when the ledger knows it. Another
     * tab that is renewing at this moment finds the logout when it has its answer.
     */
    async remove(by: 'logout' | 'revoked' | 'session-ended'): Promise<void> {
      const before = user;
      store.remove(userKey);
      drop(by);
      channel?.postMessage('removed');
      for (;;) {
        const entry = await ledger.read();
        if (await ledger.replace(entry.generation, await nextEntry(entry, null, before))) return;
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
