import { existsSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clusterFolders } from '@seller-connect/embedded-postgres';
import { findBinaries } from '@seller-connect/embedded-postgres';
import { recoverCluster, RecoveryError } from '@seller-connect/embedded-postgres';
import type { KeyProvider } from '../vault/vault.ts';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import {
  baseFiles,
  baseStorage,
  findEnd,
  newestBases,
  requireBase,
  type BaseManifest,
  type LogEnd,
} from './base-backup.ts';
import { connectOwner } from './connect-owner.ts';
import { readContent } from './content.ts';
import { writeDataFolder } from './folder-stream.ts';
import { readManifest } from './manifest.ts';
import { readFileOf, requireVaultKey, restoreKeyFile } from './restore-backup.ts';
import {
  listWal,
  openWalReader,
  segmentAt,
  segmentPosition,
  type WalObject,
} from './wal-archive.ts';
import { createWalShipper } from './wal-shipping.ts';

/** The server finishes a segment this much later than its last change, at the most. */
const maxFinishMs = 15 * 60_000;

export interface RestoreToMomentOptions<T> {
  storage: BackupStorage;
  passphrase: string;
  /** The moment; null for the end of the log. */
  until: Date | null;
  dataDir: string;
  /** The data folder that the backup's key file is added to; null if the keys are stored elsewhere. */
  keyFolder: string | null;
  /** Returns the keys of the vault, after those of the backup were added to the data folder. */
  loadKeys(): Promise<KeyProvider>;
  /** Whether to delete the database that is there. */
  replace: boolean;
  /** 0 without an archive of the log. */
  walTimeoutSeconds: number;
  log: (line: string) => void;
  /** Is called with the connection before the restored data take their place. */
  work(databaseUrl: string): Promise<T>;
  testing?: boolean;
}

/**
 * Restores the embedded database as it was at a moment, from the base backup before it and the archived log.
 * @returns the time of the last change that came back, and the result of `work`
 * @throws BackupError if the moment is before the oldest base backup or after the end of the log, or the log has a gap
 */
export async function restoreToMoment<T>(
  options: RestoreToMomentOptions<T>,
): Promise<{ reachedAt: Date; result: T }> {
  const { storage, passphrase, until, log } = options;
  const bases = baseStorage(storage);
  if (options.replace && existsSync(clusterFolders(options.dataDir).data)) {
    // What the server had finished last may be what is asked for.
    await createWalShipper(options)();
  }
  const backupId = await chooseBase(storage, until);
  const { manifest: read, key } = await readManifest(bases, backupId, passphrase);
  const manifest = requireBase(read);
  requireMajorVersion(manifest);
  const files = await listWal(storage, manifest.wal.systemId);
  const end = findEnd(files, manifest);
  requireReach(end, manifest, until, storage.name);
  log(`Restoring the base backup ${backupId} of ${storage.name}.`);
  const objects = { storage: bases, key, backupId };
  try {
    return await recoverCluster({
      ...options,
      async writeFiles({ data, log: logFolder }) {
        const content = manifest.files.find(({ name }) => name === baseFiles.data);
        if (content === undefined) throw new BackupError(`${backupId} has no data folder.`);
        await writeDataFolder(data, readContent(objects, content.name, content));
        const label = await readFileOf(objects, manifest, baseFiles.label);
        await writeFile(join(data, baseFiles.label), label, { mode: 0o600 });
        await writeFile(join(data, 'recovery.signal'), '', { mode: 0o600 });
        await fetchLog(options, manifest, files, end, logFolder);
        const password = await readFileOf(objects, manifest, baseFiles.password);
        return { password: password.toString().trim() };
      },
      async work(url, reachedAt) {
        await restoreKeyFile(objects, manifest, options.keyFolder);
        await checkVaultKey(url, manifest, await options.loadKeys());
        const result = await options.work(url);
        return { reachedAt: reachedAt ?? new Date(manifest.takenAt), result };
      },
    });
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error;
    throw new BackupError(
      `${error.message} Restore an earlier one, or everything with --at latest.`,
      { cause: error },
    );
  }
}

/** Returns the newest base backup that was complete at the moment. */
async function chooseBase(storage: BackupStorage, until: Date | null): Promise<string> {
  let oldest: BaseManifest | undefined;
  for await (const base of newestBases(storage)) {
    if (until === null || new Date(base.takenAt) <= until) return base.backupId;
    oldest = base;
  }
  if (oldest === undefined) {
    throw new BackupError(
      `There is no base backup in ${baseStorage(storage).name}: the log was not archived (BACKUP_LOG_SECONDS). Restore a backup.`,
    );
  }
  throw new BackupError(
    `The earliest moment that can be restored is ${oldest.takenAt}: before it there is no base backup.`,
  );
}

function requireMajorVersion({ wal, program }: BaseManifest): void {
  if (wal.majorVersion === findBinaries().majorVersion) return;
  throw new BackupError(
    `The log is of PostgreSQL ${wal.majorVersion}: restore it with version ${program} of the program, or restore a backup without --at.`,
  );
}

/** @throws BackupError if the log does not reach to the moment, or to the end of the base backup */
function requireReach(
  { position, finishedAt, missing }: LogEnd,
  { wal, takenAt }: BaseManifest,
  until: Date | null,
  name: string,
): void {
  const isComplete = position >= (segmentPosition(wal.lastSegment) ?? 0);
  const reachesMoment = finishedAt !== null && (until === null || until <= finishedAt);
  if (isComplete && reachesMoment) return;
  const reach = `it reaches to ${(isComplete ? finishedAt : null)?.toISOString() ?? `before ${takenAt}`}`;
  if (missing !== null) {
    throw new BackupError(
      `The log in ${name} lacks the segment ${segmentAt(missing, wal.firstSegment)}: ${reach}.`,
    );
  }
  throw new BackupError(
    `The log in ${name} ends too early: ${reach}. Restore an earlier moment, or everything with --at latest.`,
  );
}

/** Writes the files of the log that the server needs, and no more. */
async function fetchLog(
  { storage, passphrase, until, log }: RestoreToMomentOptions<unknown>,
  manifest: BaseManifest,
  files: readonly WalObject[],
  end: LogEnd,
  folder: string,
): Promise<void> {
  const { wal } = manifest;
  const read = openWalReader(storage, passphrase, wal.systemId);
  const start = segmentPosition(wal.firstSegment) ?? 0;
  if (end.missing !== null) {
    const name = segmentAt(end.missing, wal.firstSegment);
    log(`The log lacks the segment ${name}; what is behind it does not come back.`);
  }
  let isBehind = false;
  const neededFiles = files.filter(({ name }) => {
    const position = segmentPosition(name);
    return position === null || (position >= start && position <= end.position);
  });
  let before: Date | null = null;
  // In the order of the log, whatever the timeline.
  for (const file of neededFiles.toSorted((a, b) => inLog(a) - inLog(b))) {
    if (isBehind) break;
    try {
      await writeSparse(join(folder, file.name), await read(file));
    } catch (error) {
      if (!(error instanceof BackupError) || before === null) throw error;
      if (until !== null && until > before) throw error;
      log(`${file.name} of the log is damaged; nothing from it on comes back.`);
      break;
    }
    const isSegment = segmentPosition(file.name) !== null;
    isBehind =
      isSegment && until !== null && file.finishedAt.getTime() > until.getTime() + maxFinishMs;
    if (isSegment && file.name >= wal.lastSegment) before = file.finishedAt;
  }
}

/** Histories of timelines come first. */
function inLog({ name }: WalObject): number {
  return segmentPosition(name) ?? -1;
}

const zeros = Buffer.alloc(8192);

/** Writes a file whose end is mostly zeros, as that of a segment that was finished early, without taking space for them. */
async function writeSparse(path: string, bytes: Buffer): Promise<void> {
  let used = bytes.length;
  while (bytes.subarray(Math.max(0, used - zeros.length), used).equals(zeros)) used -= zeros.length;
  while (used > 0 && bytes[used - 1] === 0) used -= 1;
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(bytes.subarray(0, used));
    await file.truncate(bytes.length);
  } finally {
    await file.close();
  }
}

async function checkVaultKey(
  url: string,
  manifest: BaseManifest,
  keys: KeyProvider,
): Promise<void> {
  const client = await connectOwner(url, 'seller-connect restore');
  try {
    await requireVaultKey(client, keys, manifest);
  } finally {
    await client.end();
  }
}
