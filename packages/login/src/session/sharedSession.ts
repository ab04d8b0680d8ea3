import { hash, toBase64Url } from '../crypto/base64url.ts';
import { isObject, isTextList } from '../guards.ts';
import { parseStoredUser } from './storedUser.ts';
import type { StoredUser } from './storedUser.ts';

/**
 * The newest result of this client's logins and renewals, shared by all tabs. Local storage alone
 * does not do: browsers synchronise it between processes more slowly than they hand over a lock,
 * so a tab would read, and resend, a refresh token that another tab has just consumed.
 */
export interface LedgerEntry {
  /** Grows by one with every login, renewal and logout. */
  readonly generation: number;
  /** The newest user; null after a logout. */
  readonly user: StoredUser | null;
  /** Fingerprints of the access tokens of earlier generations, newest last. */
  readonly past: readonly string[];
}

export interface Ledger {
  /** False once the browser has refused IndexedDB. */
  available(): boolean;
  read(): Promise<LedgerEntry>;
  /** Writes in place of the entry of this generation; false if that is no longer the newest. */
  replace(generation: number, entry: LedgerEntry): Promise<boolean>;
}

const emptyEntry: LedgerEntry = { generation: 0, user: null, past: [] };
const pastKept = 32;
const storeName = 'ledger';

/** Milliseconds after which IndexedDB counts as refused: some browsers never answer. */
const openPatience = 3_000;

/** Names a user by their access token without keeping the token. */
export async function fingerprint(user: StoredUser): Promise<string> {
  return toBase64Url(await hash(user.accessToken));
}

/** The entry that follows: the user before, if any, becomes part of the past. */
export async function nextEntry(
  entry: LedgerEntry,
  user: StoredUser | null,
  before: StoredUser | null,
): Promise<LedgerEntry> {
  const past = [...entry.past];
  for (const old of [entry.user, before]) {
    const mark = old && (await fingerprint(old));
    if (mark && !past.includes(mark)) past.push(mark);
  }
  return { generation: entry.generation + 1, user, past: past.slice(-pastKept) };
}

/** Opens the ledger of one client; the data base is opened at the first use, and never if `refused`. */
export function createLedger(name: string, refused = false): Ledger {
  let opened: Promise<IDBDatabase> | null = null;

  const open = (): Promise<IDBDatabase> =>
    (opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      // After an answer it rejects what is settled.
      setTimeout(reject, openPatience);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName);
      request.onsuccess = () => {
        // Somebody clears the site's data: make way, and open anew at the next use.
        request.result.onversionchange = () => {
          request.result.close();
          opened = null;
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }));

  /** The stored entry; put in `next(entry)` in the same transaction unless that is null. */
  const run = async (next: (entry: LedgerEntry) => LedgerEntry | null): Promise<LedgerEntry> => {
    if (refused) return emptyEntry;
    try {
      const db = await open();
      return await new Promise((resolve, reject) => {
        // Strict: the write is on disk, and seen by every process, before the lock is released.
        const transaction = db.transaction(storeName, 'readwrite', { durability: 'strict' });
        const store = transaction.objectStore(storeName);
        const request: IDBRequest<unknown> = store.get(0);
        let found = emptyEntry;
        request.onsuccess = () => {
          found = parseEntry(request.result);
          const entry = next(found);
          if (entry) store.put(entry, 0);
        };
        transaction.oncomplete = () => resolve(found);
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
    } catch {
      refused = true;
      return emptyEntry;
    }
  };

  return {
    available: () => !refused,
    read: () => run(() => null),
    async replace(generation, entry) {
      const found = await run((stored) => (stored.generation === generation ? entry : null));
      return refused || found.generation === generation;
    },
  };
}

function parseEntry(value: unknown): LedgerEntry {
  if (!isObject(value) || typeof value['generation'] !== 'number') return emptyEntry;
  return {
    generation: value['generation'],
    user: parseStoredUser(value['user']),
    past: isTextList(value['past']) ? value['past'] : [],
  };
}
