import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sql, type Sql } from '../database/database.ts';
import { VaultError, type KeyProvider } from './keyring.ts';
import { keyBytes, openBytes, sealBytes, sealOverheadBytes } from './seal.ts';

export { createKeyring, loadKeyring, VaultError, type KeyProvider } from './keyring.ts';

/**
 * A sealed secret, stored in one column. Each secret has its own data key.
 *
 * - secret: format version (1 byte) ‖ length of the key id (1) ‖ key id ‖ wrapped data key (60) ‖ payload seal
 * - seal: IV (12) ‖ tag (16) ‖ ciphertext, AES-256-GCM
 */
export type SealedSecret = Buffer;

export interface Vault {
  seal(context: SealContext, plaintext: Uint8Array): Promise<SealedSecret>;
  /** @throws VaultError for another context, a changed value or a key that is not configured */
  open(context: SealContext, sealed: Uint8Array): Promise<Buffer>;
  /** Wraps the secret's data key with the newest key. Returns null if it already is. */
  rewrap(context: SealContext, sealed: Uint8Array): Promise<SealedSecret | null>;
  /**
   * Returns the id of the wrapping key. It is stored with the secret, and shows when an old key is no longer needed.
   */
  keyIdOf(sealed: Uint8Array): string;
  /** The key that wraps new secrets. */
  readonly currentKeyId: string;
}

const wrappedKeyBytes = keyBytes + sealOverheadBytes;

const registerKeyStatement = sql(
  'vault.register_key',
  `insert into platform.vault_key (key_id, check_value, first_used_at) values ($1, $2, $3)
   on conflict (key_id) do nothing`,
);
const readKeyStatement = sql(
  'vault.read_key',
  'select check_value from platform.vault_key where key_id = $1',
);

/**
 * Opens the vault after checking its keys against the database.
 * @throws VaultError if a configured key differs from the one used under its name before. Secrets sealed with it could
 * not be opened with the right key.
 */
export async function openVault(database: Sql, keys: KeyProvider): Promise<Vault> {
  for (const keyId of keys.keyIds) {
    const expected = await keys.checkValue(keyId);
    await database.execute(registerKeyStatement, [keyId, expected, new Date()]);
    const [known] = await database.query<{ checkValue: Buffer }>(readKeyStatement, [keyId]);
    const isSame =
      known !== undefined &&
      known.checkValue.length === expected.length &&
      timingSafeEqual(known.checkValue, expected);
    if (!isSame) {
      throw new VaultError(
        `The vault key "${keyId}" is not the one that this database was used with; configure the right one`,
      );
    }
  }
  return createVault(keys);
}

/** Creates a vault without checking its keys against a database. */
export function createVault(keys: KeyProvider): Vault {
  const [currentKeyId = ''] = keys.keyIds;
  return {
    currentKeyId,
    async seal(context, plaintext) {
      const dataKey = randomBytes(keyBytes);
      try {
        const { keyId, wrapped } = await keys.wrap(dataKey, associatedData(context, 'key'));
        return encodeSealed(
          keyId,
          wrapped,
          sealBytes(dataKey, plaintext, associatedData(context, 'payload')),
        );
      } finally {
        dataKey.fill(0);
      }
    },
    async open(context, sealed) {
      const { keyId, wrapped, payload } = decodeSealed(sealed);
      try {
        const dataKey = await keys.unwrap(keyId, wrapped, associatedData(context, 'key'));
        try {
          return openBytes(dataKey, payload, associatedData(context, 'payload'));
        } finally {
          dataKey.fill(0);
        }
      } catch (error) {
        throw toVaultError(error);
      }
    },
    async rewrap(context, sealed) {
      const { keyId, wrapped, payload } = decodeSealed(sealed);
      if (keyId === currentKeyId) return null;
      const associated = associatedData(context, 'key');
      try {
        const dataKey = await keys.unwrap(keyId, wrapped, associated);
        try {
          const next = await keys.wrap(dataKey, associated);
          return encodeSealed(next.keyId, next.wrapped, payload);
        } finally {
          dataKey.fill(0);
        }
      } catch (error) {
        throw toVaultError(error);
      }
    },
    keyIdOf: (sealed) => decodeSealed(sealed).keyId,
  };
}

function toVaultError(error: unknown): VaultError {
  return error instanceof VaultError
    ? error
    : new VaultError('A stored secret does not open: it was changed, or it belongs elsewhere', {
        cause: error,
      });
}

function encodeSealed(keyId: string, wrapped: Uint8Array, payload: Uint8Array): Buffer {
  const name = Buffer.from(keyId, 'ascii');
  if (wrapped.length !== wrappedKeyBytes)
    throw new VaultError('A wrapped key has the wrong length');
  return Buffer.concat([Buffer.from([formatVersion, name.length]), name, wrapped, payload]);
}

function decodeSealed(sealed: Uint8Array): { keyId: string; wrapped: Buffer; payload: Buffer } {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const start = 2 + (bytes[1] ?? 0);
  if (bytes[0] !== formatVersion || bytes.length < start + wrappedKeyBytes + sealOverheadBytes) {
    throw new VaultError('A stored secret does not have the form of a seal');
  }
  return {
    keyId: bytes.toString('ascii', 2, start),
    wrapped: bytes.subarray(start, start + wrappedKeyBytes),
    payload: bytes.subarray(start + wrappedKeyBytes),
  };
}

/** Identifies the place of a secret. A secret sealed under one context cannot be opened under another. */
export interface SealContext {
  /** The tenant's UUID; empty for secrets of the installation, such as identity signing keys. */
  tenantId: string;
  /** Purpose of the secret: `partners.credential`, `identity.signing_key`. */
  purpose: string;
  /** The row that contains it. */
  id: string;
  /** Increases with each new value of the row, so that an old value cannot be restored. */
  version: number;
}

const formatVersion = 1;

/**
 * Returns the associated data of both seals. Each part is preceded by its length, so that different contexts never have
 * the same encoding.
 */
function associatedData(context: SealContext, part: 'key' | 'payload'): Buffer {
  if (!Number.isSafeInteger(context.version) || context.version < 0) {
    throw new RangeError('The version of a sealed secret must be a non-negative integer');
  }
  const components = [
    'seller-connect vault',
    String(formatVersion),
    part,
    context.tenantId,
    context.id,
    String(context.version),
    context.purpose,
  ];
  return Buffer.concat(
    components.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
