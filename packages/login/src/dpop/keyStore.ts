import { openDatabase } from '../session/sharedSession.ts';

/** A signing key with a non-extractable private key, and its public JWK for proofs. */
interface ProofKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JsonWebKey;
}

const storeName = 'key';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * Stores one key per client for all tabs in IndexedDB. If the browser denies access, the key lives as long
 * as the page: tokens bound to it are useless after a reload, and a silent login replaces them.
 */
export function createKeyStore(name: string) {
  let keyPromise: Promise<ProofKey> | null = null;

  const loadOrCreateKey = async (): Promise<ProofKey> => {
    const newKey = await generateKey();
    try {
      // One transaction reads and writes, so that all tabs use the key of the first one.
      return await withObjectStore(name, (store, done) => {
        const request: IDBRequest<unknown> = store.get(0);
        request.onsuccess = () => {
          const stored = request.result;
          if (isProofKey(stored)) return done(stored);
          store.put(newKey, 0);
          done(newKey);
        };
      });
    } catch {
      return newKey;
    }
  };

  return {
    /** Returns the key; creates it on first use. */
    key: (): Promise<ProofKey> => (keyPromise ??= loadOrCreateKey()),
    /** Drops the cached key; another tab may have replaced it. */
    invalidate: (): void => void (keyPromise = null),
    /** Deletes the key. Tokens bound to it become useless. */
    async remove(): Promise<void> {
      keyPromise = null;
      await withObjectStore<null>(name, (store, done) => {
        store.clear();
        done(null);
      }).catch(() => null);
    },
  };
}

async function generateKey(): Promise<ProofKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  // Only the members of a JWK thumbprint, without `key_ops` and `ext`.
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty, crv, x, y } };
}

function isProofKey(value: unknown): value is ProofKey {
  if (typeof value !== 'object' || value === null) return false;
  return 'privateKey' in value && value.privateKey instanceof CryptoKey && 'jwk' in value;
}

/** Runs work in one transaction. Resolves with the value passed to `done` once it is on disk. */
async function withObjectStore<T>(
  name: string,
  work: (store: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T> {
  const database = await openDatabase(name, storeName);
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
      let results: T[] = [];
      work(transaction.objectStore(storeName), (result) => (results = [result]));
      transaction.oncomplete = () => results.forEach(resolve);
      transaction.onabort = transaction.onerror = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
