import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import { isSameCode, openBackupKey, type BackupKey } from './backup-key.ts';
import { parseJson } from '../parse-json.ts';

const Count = Type.Integer({ minimum: 0 });
/** SHA-256 in hexadecimal digits. */
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** One stored object: sealed bytes of at most 16 MB. */
const Part = Type.Object({ bytes: Count, sha256: Digest });

/** A table, or a file of the data folder. Size and digest are those of the plain content. */
const Content = {
  bytes: Count,
  sha256: Digest,
  parts: Type.Array(Part),
};

const Table = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String(), { minItems: 1 }),
  rows: Count,
  ...Content,
});
export type BackupTable = Static<typeof Table>;

const DataFile = Type.Object({
  name: Type.String({ pattern: '^[\\w-]+(\\.[\\w-]+)*$' }),
  ...Content,
});
export type BackupFile = Static<typeof DataFile>;

const Migration = Type.Object({
  domain: Type.String(),
  name: Type.String(),
  checksum: Digest,
});

/** Name of a segment of the log. */
const Segment = Type.String({ pattern: '^[0-9A-F]{24}$' });

/** The server that a base backup is of, and the part of its log without which it is inconsistent. */
const WalRange = Type.Object({
  systemId: Type.String({ pattern: '^\\d+$' }),
  majorVersion: Count,
  firstSegment: Segment,
  lastSegment: Segment,
});

export const StoredKeySchema = Type.Object({
  salt: Type.String(),
  costLog2: Type.Integer({ minimum: 1, maximum: 24 }),
  wrapped: Type.String(),
});

const formatVersion = 1;

const Manifest = Type.Object({
  format: Type.Literal(formatVersion),
  backupId: Type.String(),
  /** Version of the program that made the backup. */
  program: Type.String(),
  /** Version of the database server. */
  postgres: Type.String(),
  /** The moment that the backup shows, as an ISO instant. */
  takenAt: Type.String(),
  finishedAt: Type.String(),
  migrations: Type.Array(Migration),
  tables: Type.Array(Table),
  files: Type.Array(DataFile),
  /** Only in a base backup, which has files and no tables. */
  wal: Type.Optional(WalRange),
  /** Ids of the vault's keys that stored secrets may need. */
  vaultKeyIds: Type.Array(Type.String()),
  /** Size of all parts. */
  storedBytes: Count,
});
export type Manifest = Static<typeof Manifest>;

/** What `manifest.json` contains. The code authenticates the manifest as text. */
const Envelope = Type.Object({
  manifest: Manifest,
  key: StoredKeySchema,
  code: Type.String(),
});

const manifestName = 'manifest.json';
/** Sorts by time. */
const backupIdPattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{6}$/;

/** Name of the object of a part, within its backup. */
export function partName(content: string, index: number): string {
  return `${content}/${String(index).padStart(5, '0')}`;
}

/** Stores the manifest, which makes the backup complete. */
export async function writeManifest(
  storage: BackupStorage,
  manifest: Manifest,
  key: BackupKey,
): Promise<void> {
  const code = key.authenticate(JSON.stringify(manifest));
  const envelope = { manifest, key: key.stored, code } satisfies Static<typeof Envelope>;
  await storage.write(
    `${manifest.backupId}/${manifestName}`,
    Buffer.from(`${JSON.stringify(envelope, null, 1)}\n`),
  );
}

/**
 * Reads a manifest and the key of the backup.
 * @throws BackupError if it was changed, is of an unknown format, or the passphrase is wrong
 */
export async function readManifest(
  storage: BackupStorage,
  backupId: string,
  passphrase: string,
): Promise<{ manifest: Manifest; key: BackupKey }> {
  const text = (await storage.read(`${backupId}/${manifestName}`)).toString('utf8');
  const { manifest, key: stored, code } = parseEnvelope(text, backupId);
  const key = await openBackupKey(passphrase, backupId, stored);
  const isIntact =
    manifest.backupId === backupId && isSameCode(code, key.authenticate(JSON.stringify(manifest)));
  if (!isIntact) throw new BackupError(`The manifest of the backup ${backupId} was changed.`);
  return { manifest, key };
}

/**
 * Reads a manifest without the passphrase. Whoever can write to the storage may have changed it.
 * @throws BackupError if it is missing, damaged or of an unknown format
 */
export async function peekManifest(storage: BackupStorage, backupId: string): Promise<Manifest> {
  const text = (await storage.read(`${backupId}/${manifestName}`)).toString('utf8');
  return parseEnvelope(text, backupId).manifest;
}

function parseEnvelope(text: string, backupId: string): Static<typeof Envelope> {
  const parsed = parseJson(text);
  if (!Value.Check(Envelope, parsed)) {
    throw new BackupError(
      `The backup ${backupId} is damaged or has a format that this version does not know: restore it with the version that made it.`,
    );
  }
  return parsed;
}

/** Returns the ids of the complete backups, oldest first, and of those that were never completed. */
export async function listBackups(
  storage: BackupStorage,
): Promise<{ complete: string[]; unfinished: string[] }> {
  const objects = await storage.list('');
  const ids = new Set(
    objects
      .flatMap((object) => object.split('/')[0] ?? [])
      .filter((id) => backupIdPattern.test(id)),
  );
  const present = new Set(objects);
  const isComplete = (id: string) => present.has(`${id}/${manifestName}`);
  const sorted = [...ids].toSorted();
  return {
    complete: sorted.filter(isComplete),
    unfinished: sorted.filter((id) => !isComplete(id)),
  };
}

/** Deletes a backup. The manifest goes first, so that no incomplete backup looks complete. */
export async function deleteBackup(storage: BackupStorage, backupId: string): Promise<void> {
  await storage.delete(`${backupId}/${manifestName}`);
  for (const object of await storage.list(`${backupId}/`)) await storage.delete(object);
}

/** Returns when a backup began. */
export function backupTime(backupId: string): Date {
  const [day = '', time = ''] = backupId.slice(0, 19).split('T');
  return new Date(`${day}T${time.replaceAll('-', ':')}Z`);
}

export function newBackupId(now: Date, random: string): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${random}`;
}
