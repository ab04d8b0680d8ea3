/** A signing key of this browser whose private half no script can read; the public half as it goes into proofs. */
export interface ProofKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JsonWebKey;
}

const storeName = 'key';
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * One key per client for all tabs, in IndexedDB. Where the browser refuses that, the key lives as long as the page:
 * tokens bound to it cannot be used after a reload, and a silent login replaces them.
 */
export function createKeyStore(name: string) {
  let known: Promise<ProofKey> | null = null;

  const find = async (): Promise<ProofKey> => {
    const fresh = await generate();
    try {
      // The first tab's key is everybody's: looked up and put in place in one transaction.
      return await inStore(name, (store, done) => {
        const request: IDBRequest<unknown> = store.get(0);
        request.onsuccess = () => {
          const found = request.result;
          if (isProofKey(found)) return done(found);
          store.put(fresh, 0);
          done(fresh);
        };
      });
    } catch {
      return fresh;
    }
  };

  return {
    /** The key, made at its first use. */
    key: (): Promise<ProofKey> => (known ??= find()),
    /** Another tab may have replaced the key. */
    forget: (): void => void (known = null),
    /** Nothing that was bound to the key can be used any more. */
    async remove(): Promise<void> {
      known = null;
      await inStore<null>(name, (store, done) => {
        store.clear();
        done(null);
      }).catch(() => null);
    },
  };
}

async function generate(): Promise<ProofKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign']);
  // Only what a thumbprint is made of: no usage, no name.
  const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty, crv, x, y } };
}

function isProofKey(value: unknown): value is ProofKey {
  if (typeof value !== 'object' || value === null) return false;
  return 'privateKey' in value && value.privateKey instanceof CryptoKey && 'jwk' in value;
}

/** Runs work in one transaction and resolves with what it gave to `done` once that is on disk. */
function inStore<T>(
  name: string,
  work: (store: IDBObjectStore, done: (result: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(storeName, 'readwrite', { durability: 'strict' });
      let results: T[] = [];
      work(transaction.objectStore(storeName), (result) => (results = [result]));
      transaction.oncomplete = () => {
        database.close();
        for (const result of results) resolve(result);
      };
      transaction.onabort = transaction.onerror = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
