import { hash, toBase64Url } from '../crypto/base64url.ts';
import { isObject, isStringArray } from '../guards.ts';
import { parseStoredUser } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';

/**
 * The newest result of this client's logins and renewals, shared by all tabs. Local storage alone
 * does not do: browsers synchronise it between processes more slowly than they hand over a lock,
 * so a tab would read, and resend, a refresh token that another tab has just consumed.
 */
export interface SharedSessionEntry {
  /** Grows by one with every login, renewal and logout. */
  readonly generation: number;
  /** The newest user; null after a logout. */
  readonly user: StoredUser | null;
  /** Fingerprints of the access tokens of earlier generations, newest last. */
  readonly past: readonly string[];
}

export interface SharedSession {
  /** False once the browser has refused IndexedDB. */
  available(): boolean;
  read(): Promise<SharedSessionEntry>;
  /** Writes in place of the entry of this generation; false if that is no longer the newest. */
  replace(generation: number, entry: SharedSessionEntry): Promise<boolean>;
}

const emptyEntry: SharedSessionEntry = { generation: 0, user: null, past: [] };
const maxPreviousFingerprints = 32;
const storeName = 'ledger';

/** Milliseconds after which IndexedDB counts as refused: some browsers never answer. */
const openTimeoutMs = 3_000;

/** Names a user by their access token without keeping the token. */
export async function fingerprint(user: StoredUser): Promise<string> {
  return toBase64Url(await hash(user.accessToken));
}

/** The entry that follows: the user before, if any, becomes part of the past. */
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

/** Opens the ledger of one client; the data base is opened at the first use, and never if `refused`. */
export function openSharedSession(name: string, isUnavailable = false): SharedSession {
  let databasePromise: Promise<IDBDatabase> | null = null;

  const open = (): Promise<IDBDatabase> =>
    (databasePromise ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      // After an answer it rejects what is settled.
      setTimeout(reject, openTimeoutMs);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onsuccess = () => {
        // Somebody clears the site's data: make way, and open anew at the next use.
        request.result.onversionchange = () => {
          request.result.close();
          databasePromise = null;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }));

  /** The stored entry; put in `next(entry)` in the same transaction unless that is null. */
  const update = async (
    next: (entry: SharedSessionEntry) => SharedSessionEntry | null,
  ): Promise<SharedSessionEntry> => {
    if (isUnavailable) return emptyEntry;
    try {
      const db = await open();
      return await new Promise((resolve, reject) => {
        // Strict: the write is on disk, and seen by every process, before the lock is released.
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

function parseEntry(value: unknown): SharedSessionEntry {
  if (!isObject(value) || typeof value['generation'] !== 'number') return emptyEntry;
  return {
    generation: value['generation'],
    user: parseStoredUser(value['user']),
    past: isStringArray(value['past']) ? value['past'] : [],
  };
}
