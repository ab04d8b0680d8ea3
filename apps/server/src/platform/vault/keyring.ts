import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../config/configuration.ts';
import { keyBytes, openBytes, sealBytes } from './seal.ts';

/** Wraps data keys: a local keyring, or a key service that never reveals its keys. */
export interface KeyProvider {
  /** All keys that can unwrap, beginning with the one that wraps. */
  readonly keyIds: readonly string[];
  wrap(dataKey: Uint8Array, associated: Uint8Array): Promise<{ keyId: string; wrapped: Buffer }>;
  unwrap(keyId: string, wrapped: Uint8Array, associated: Uint8Array): Promise<Buffer>;
  /** Returns a value that only this key produces and that does not reveal the key. */
  checkValue(keyId: string): Promise<Buffer>;
  /**
   * Derives a key of 32 bytes for one purpose, the same in every process that has this key. Does not reveal the key.
   */
  deriveKey(keyId: string, purpose: string): Promise<Buffer>;
}

/** A key that cannot be used. The message is for the operator and contains no key. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

interface Key {
  id: string;
  bytes: Buffer;
}

interface KeyringOptions {
  /** `id:base64,id:base64`, newest first. */
  keys: string | undefined;
  dataDir: string;
  /** Whether a key file next to the data is acceptable. */
  mayUseFile: boolean;
}

/** Name of the key file in the data folder. */
export const vaultKeyFile = 'vault.key';

/**
 * Loads the keys from the configuration, or from a file that is created on the first start.
 * @throws ConfigurationError with one sentence for the operator
 */
export async function loadKeyring(options: KeyringOptions): Promise<KeyProvider> {
  if (options.keys !== undefined) return createKeyring(parseKeys(options.keys, 'VAULT_KEYS'));
  if (!options.mayUseFile) {
    throw new ConfigurationError(
      'VAULT_KEYS must be set outside demo mode: a key file beside the data it protects protects little. Set VAULT_KEY_FILE_ALLOWED=1 to accept that.',
    );
  }
  const path = join(options.dataDir, vaultKeyFile);
  return createKeyring(parseKeys(await readOrCreateKeyFile(path, options.dataDir), path));
}

/** Creates a keyring in memory. The first key wraps, all keys unwrap. */
export function createKeyring(keys: readonly Key[]): KeyProvider {
  const [newest] = keys;
  if (newest === undefined) throw new VaultError('A keyring needs at least one key');
  const byId = new Map(keys.map((key) => [key.id, key.bytes]));
  const find = (keyId: string): Buffer => {
    const bytes = byId.get(keyId);
    if (bytes === undefined) {
      throw new VaultError(
        `A stored secret needs the vault key "${keyId}", which is not configured`,
      );
    }
    return bytes;
  };
  return {
    keyIds: keys.map((key) => key.id),
    wrap: async (dataKey, associated) => ({
      keyId: newest.id,
      wrapped: sealBytes(newest.bytes, dataKey, associated),
    }),
    unwrap: async (keyId, wrapped, associated) => openBytes(find(keyId), wrapped, associated),
    deriveKey: async (keyId, purpose) =>
      Buffer.from(hkdfSync('sha256', find(keyId), '', `seller-connect ${purpose}`, keyBytes)),
    checkValue: async (keyId) =>
      createHmac('sha256', find(keyId)).update(`seller-connect vault key ${keyId}`).digest(),
  };
}

const keyIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

function parseKeys(text: string, source: string): Key[] {
  const keys = text
    .trim()
    .split(',')
    .map((entry, index) => {
      const [id = '', encoded = '', ...rest] = entry.trim().split(':');
      const bytes = Buffer.from(encoded, 'base64');
      const isKey = rest.length === 0 && keyIdPattern.test(id) && bytes.length === keyBytes;
      if (!isKey || bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) {
        throw new ConfigurationError(
          `${source}: entry ${index + 1} is not of the form id:base64 with 32 bytes.`,
        );
      }
      return { id, bytes };
    });
  if (new Set(keys.map((key) => key.id)).size !== keys.length) {
    throw new ConfigurationError(`${source} names one key twice.`);
  }
  return keys;
}

async function readOrCreateKeyFile(path: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const existing = await readPrivateFile(path);
  if (existing !== null) return existing;
  // Written to a temporary file and hard-linked: two processes that start at once agree on one key, and a crash leaves
  // either none or a complete one.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const id = `local-${randomBytes(4).toString('hex')}`;
  await writeNewFile(draft, `${id}:${randomBytes(keyBytes).toString('base64')}\n`);
  try {
    await link(draft, path);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const created = await readPrivateFile(path);
  if (created === null)
    throw new VaultError(`The key file ${path} disappeared while it was being created`);
  return created;
}

/** Adds keys to the key file of a data folder. Those of `keys` come first, so the newest of them wraps new secrets. */
export async function addKeysToFile(folder: string, keys: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, vaultKeyFile);
  const existing = await readPrivateFile(path);
  const added = parseKeys(keys, vaultKeyFile);
  const isAdded = (key: Key) => added.some(({ id }) => id === key.id);
  const others = existing === null ? [] : parseKeys(existing, path).filter((key) => !isAdded(key));
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const entries = [...added, ...others].map(({ id, bytes }) => `${id}:${bytes.toString('base64')}`);
  await writeNewFile(draft, `${entries.join(',')}\n`);
  await rename(draft, path);
}

/** Writes a file that only its owner may read, and waits until it is on the disk. @throws Error if it exists */
function writeNewFile(path: string, content: string): Promise<void> {
  return writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true });
}

async function readPrivateFile(path: string): Promise<string | null> {
  let file;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    const { mode } = await file.stat();
    if ((mode & 0o077) !== 0) {
      throw new ConfigurationError(`${path} may be read by others; run chmod 600 on it.`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
