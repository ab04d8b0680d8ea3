import { createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { keyBytes, openBytes, sealBytes } from '../vault/seal.ts';
import { BackupError } from './storage/backup-storage.ts';

/**
 * Encrypts and authenticates the objects of one backup. Its random key is stored in the manifest, wrapped by a key that
 * scrypt derives from the passphrase.
 */
export interface BackupKey {
  readonly stored: StoredKey;
  seal(object: string, plaintext: Uint8Array): Buffer;
  /** @throws BackupError if the object was changed, exchanged or belongs to another backup */
  open(object: string, sealed: Uint8Array): Buffer;
  /** Returns a message authentication code that only this key produces. */
  authenticate(text: string): string;
}

/** The wrapped key as the manifest has it, in base64. */
export interface StoredKey {
  salt: string;
  /** Base-2 logarithm of scrypt's cost. */
  costLog2: number;
  wrapped: string;
}

/** 128 MB and about half a second for each guess of the passphrase. */
const defaultCostLog2 = 17;
const blockSize = 8;
const scryptAsync: (
  password: string,
  salt: Buffer,
  length: number,
  options: { N: number; r: number; maxmem: number },
) => Promise<Buffer> = promisify(scrypt);

export async function createBackupKey(
  passphrase: string,
  backupId: string,
  costLog2 = defaultCostLog2,
): Promise<BackupKey> {
  const salt = randomBytes(16);
  const key = randomBytes(keyBytes);
  const wrapped = sealBytes(
    await derive(passphrase, salt, costLog2),
    key,
    Buffer.from(`key ${backupId}`),
  );
  const stored = {
    salt: salt.toString('base64'),
    costLog2,
    wrapped: wrapped.toString('base64'),
  };
  return toBackupKey(key, backupId, stored);
}

/** @throws BackupError if the passphrase is not the one of the backup */
export async function openBackupKey(
  passphrase: string,
  backupId: string,
  stored: StoredKey,
): Promise<BackupKey> {
  const wrapping = await derive(passphrase, Buffer.from(stored.salt, 'base64'), stored.costLog2);
  try {
    const key = openBytes(
      wrapping,
      Buffer.from(stored.wrapped, 'base64'),
      Buffer.from(`key ${backupId}`),
    );
    return toBackupKey(key, backupId, stored);
  } catch (error) {
    throw new BackupError(
      `BACKUP_PASSPHRASE does not open the backup ${backupId}: it was made with another one.`,
      { cause: error },
    );
  }
}

function toBackupKey(key: Buffer, backupId: string, stored: StoredKey): BackupKey {
  const macKey = Buffer.from(hkdfSync('sha256', key, '', 'seller-connect backup manifest', 32));
  const associated = (object: string) => Buffer.from(`${backupId}/${object}`);
  return {
    stored,
    seal: (object, plaintext) => sealBytes(key, plaintext, associated(object)),
    open(object, sealed) {
      try {
        return openBytes(key, sealed, associated(object));
      } catch (error) {
        throw new BackupError(`${object} of the backup ${backupId} is damaged.`, { cause: error });
      }
    },
    authenticate: (text) => createHmac('sha256', macKey).update(text).digest('base64'),
  };
}

export function isSameCode(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  return a.length === b.length && timingSafeEqual(a, b);
}

function derive(passphrase: string, salt: Buffer, costLog2: number): Promise<Buffer> {
  const cost = 2 ** costLog2;
  const maxmem = 256 * cost * blockSize;
  return scryptAsync(passphrase.normalize('NFC'), salt, keyBytes, {
    N: cost,
    r: blockSize,
    maxmem,
  });
}
