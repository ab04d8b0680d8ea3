import { hash, toBase64Url } from '../crypto/base64url.ts';
import { isObject, isStringArray } from '../guards.ts';
import { parseStoredUser } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';

/**
 * The latest login, renewal or logout of this client, shared by all tabs in IndexedDB. Local storage is not
 * sufficient: browsers synchronize it between processes more slowly than they hand over a lock, so a tab
 * could read and resend a refresh token that another tab has just used.
 */
export interface SharedSessionEntry {
  /** Incremented by every login, renewal and logout. */
  readonly generation: number;
  /** The current user; null after a logout. */
  readonly user: StoredUser | null;
  /** Fingerprints of earlier access tokens, newest last. */
  readonly past: readonly string[];
}

interface SharedSession {
  /** False once access to IndexedDB has failed. */
  available(): boolean;
  read(): Promise<SharedSessionEntry>;
  /** Replaces the entry of this generation. Returns false if it is no longer the latest. */
  replace(generation: number, entry: SharedSessionEntry): Promise<boolean>;
}

const emptyEntry: SharedSessionEntry = { generation: 0, user: null, past: [] };
const maxPreviousFingerprints = 32;
const storeName = 'ledger';

/** Timeout in milliseconds for opening IndexedDB: some browsers never respond. */
const openTimeoutMs = 3_000;

/** Returns a hash that identifies the user's access token. */
export async function fingerprint(user: StoredUser): Promise<string> {
  return toBase64Url(await hash(user.accessToken));
}

/** Creates the next entry and adds the previous users to `past`. */
export async function createNextEntry(
  entry: SharedSessionEntry,
  user: StoredUser | null,
  previous: StoredUser | null,
): Promise<SharedSessionEntry> {
  const fingerprints = [...entry.past];
  for (const old of [entry.user, previous]) {
    const previousFingerprint = old && (await fingerprint(old));
    if (previousFingerprint && !fingerprints.includes(previousFingerprint))
      fingerprints.push(previousFingerprint);
  }
  return {
    generation: entry.generation + 1,
    user,
    past: fingerprints.slice(-maxPreviousFingerprints),
  };
}

/**
 * Opens the shared session of one client. The database is opened on first use, and never if `isUnavailable`.
 */
export function openSharedSession(name: string, isUnavailable = false): SharedSession {
  let databasePromise: Promise<IDBDatabase> | null = null;

  /** Returns the stored entry. The same transaction writes `next(entry)` unless it is null. */
  const update = async (
    next: (entry: SharedSessionEntry) => SharedSessionEntry | null,
  ): Promise<SharedSessionEntry> => {
    if (isUnavailable) return emptyEntry;
    const isReused = databasePromise !== null;
    try {
      const db = await (databasePromise ??= openDatabase(name, storeName));
      // Site data is being cleared, or the browser has closed the database. It is reopened on next use.
      db.onversionchange = db.onclose = () => {
        db.close();
        databasePromise = null;
      };
      return await new Promise((resolve, reject) => {
        // Strict durability: the write is on disk and visible to all processes before the lock is released.
        const transaction = db.transaction(storeName, 'readwrite', { durability: 'strict' });
        const store = transaction.objectStore(storeName);
        const request: IDBRequest<unknown> = store.get(0);
        let previousEntry = emptyEntry;
        request.onsuccess = () => {
          previousEntry = parseEntry(request.result);
          const entry = next(previousEntry);
          if (entry) store.put(entry, 0);
        };
        transaction.oncomplete = () => resolve(previousEntry);
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
    } catch {
      // The browser may have closed the database without an event so far. It is opened again once.
      if (isReused) {
        databasePromise = null;
        return update(next);
      }
      isUnavailable = true;
      return emptyEntry;
    }
  };

  return {
    available: () => !isUnavailable,
    read: () => update(() => null),
    async replace(generation, entry) {
      const previousEntry = await update((stored) =>
        stored.generation === generation ? entry : null,
      );
      return isUnavailable || previousEntry.generation === generation;
    },
  };
}

/**
 * Opens a database with one object store. Rejects if IndexedDB is denied, or after `openTimeoutMs` without an answer.
 */
export function openDatabase(name: string, store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    // Has no effect after the promise has settled.
    setTimeout(reject, openTimeoutMs);
    request.onupgradeneeded = () => request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function parseEntry(value: unknown): SharedSessionEntry {
  if (!isObject(value) || typeof value['generation'] !== 'number') return emptyEntry;
  return {
    generation: value['generation'],
    user: parseStoredUser(value['user']),
    past: isStringArray(value['past']) ? value['past'] : [],
  };
}
