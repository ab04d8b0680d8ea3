import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { clusterFolders, passwordFilePath } from '@seller-connect/embedded-postgres';
import { BackupError, type BackupStorage } from './storage/backup-storage.ts';
import type { BackupObjects } from './content.ts';
import { readDataFolder } from './folder-stream.ts';
import { deleteBackup, listBackups, peekManifest, type Manifest } from './manifest.ts';
import { within } from './storage/open-storage.ts';
import { outdatedBackups } from './retention.ts';
import {
  deleteWal,
  listWal,
  listWalServers,
  openWalReader,
  segmentAt,
  segmentPosition,
  timelineOf,
  type WalObject,
} from './wal-archive.ts';
import { createWalShipper } from './wal-shipping.ts';
import {
  describeBackup,
  requireLock,
  storeBackup,
  storeFile,
  storeKeyFile,
  verifyBackup,
  type StoreOptions,
} from './write-backup.ts';

/** Names of the files of a base backup. */
export const baseFiles = {
  data: 'data-folder',
  label: 'backup_label',
  password: 'superuser-password',
} as const;

/** Key of the advisory lock that prevents two base backups at once. The value is arbitrary. */
const baseLockKey = 7_305_121;
/** Waiting for the server to finish a segment of its log. */
const maxStopMs = 600_000;

/** Returns the part of the storage that has the base backups. They are listed and deleted as other backups are. */
export function baseStorage(storage: BackupStorage): BackupStorage {
  return within(storage, 'base/');
}

/** A base backup as its manifest describes it. */
export type BaseManifest = Manifest & { wal: NonNullable<Manifest['wal']> };

/** @throws BackupError if it is not the manifest of a base backup */
export function requireBase(manifest: Manifest): BaseManifest {
  const { wal } = manifest;
  if (wal) return { ...manifest, wal };
  throw new BackupError(`The backup ${manifest.backupId} is no base backup.`);
}

/**
 * Copies the data folder of the embedded database while the server runs, and stores the log that it needs.
 * @throws BackupError if the server does not archive its log, or the storage cannot be used
 */
export function writeBaseBackup(
  options: StoreOptions & { dataDir: string },
): Promise<BaseManifest> {
  const { log = () => undefined } = options;
  const storage = baseStorage(options.storage);
  return storeBackup({ ...options, storage }, async (client, objects) => {
    await requireArchive(client);
    await requireLock(client, baseLockKey);
    log('Copying the files of the database.');
    const manifest = await storeFolder(client, objects, options);
    const ship = createWalShipper(options);
    await ship();
    return manifest;
  });
}

async function requireArchive(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string }>(
    `select current_setting('archive_mode') as mode`,
  );
  if (rows[0]?.mode === 'on') return;
  throw new BackupError(
    'The embedded database runs without an archive of its log: restart the program with BACKUP_LOG_SECONDS.',
  );
}

async function storeFolder(
  client: pg.Client,
  objects: BackupObjects,
  { dataDir, keyFolder }: { dataDir: string; keyFolder: string | null },
): Promise<BaseManifest> {
  const { folder, data } = clusterFolders(dataDir);
  const { rows: servers } = await client.query<{ systemId: string; majorVersion: number }>(
    `select system_identifier::text as "systemId",
            current_setting('server_version_num')::integer / 10000 as "majorVersion" from pg_control_system()`,
  );
  const { rows: starts } = await client.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start($1, true)) as segment',
    [objects.backupId],
  );
  const files = [await storeFile(objects, baseFiles.data, readDataFolder(data))];
  await client.query(`set statement_timeout = ${maxStopMs}`);
  const { rows: stops } = await client.query<{ segment: string; label: string }>(
    'select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(true)',
  );
  const [server, start, stop] = [servers[0], starts[0], stops[0]];
  if (!server || !start || !stop) throw new BackupError('The server said nothing.');
  files.push(
    await storeFile(objects, baseFiles.label, [Buffer.from(stop.label)]),
    await storeFile(objects, baseFiles.password, [await readFile(passwordFilePath(folder))]),
    ...(await storeKeyFile(objects, keyFolder)),
  );
  return {
    ...(await describeBackup(client, objects, { tables: [], files })),
    wal: { ...server, firstSegment: start.segment, lastSegment: stop.segment },
  };
}

/**
 * Deletes base backups that no moment of the last `retentionDays` needs, and the log before the oldest that stays. Of a
 * server without base backups, such as the one before an upgrade of the database, all log of that age is deleted.
 * @param retentionDays 0 keeps all
 * @returns the ids of the deleted base backups
 */
export async function deleteOutdatedBases(
  storage: BackupStorage,
  retentionDays: number,
  now = new Date(),
): Promise<string[]> {
  const bases = baseStorage(storage);
  const { complete, unfinished } = await listBackups(bases);
  const cutoff = new Date(now.getTime() - retentionDays * 86_400_000);
  const needed: BaseManifest[] = [];
  let older: string[] = [];
  for await (const base of newestBases(storage)) {
    needed.unshift(base);
    if (retentionDays === 0 || new Date(base.takenAt) > cutoff) continue;
    // It leads to the moments after its end, so nothing after the cutoff needs an older one.
    older = complete.slice(0, complete.indexOf(base.backupId));
    break;
  }
  const outdated = [...older, ...outdatedBackups({ complete: [], unfinished }, 0, now)];
  for (const backupId of outdated) await deleteBackup(bases, backupId);
  const firstNeeded = firstSegments(needed);
  for (const systemId of await listWalServers(storage)) {
    const first = segmentPosition(firstNeeded.get(systemId) ?? '');
    await deleteWal(storage, systemId, ({ name, finishedAt }) =>
      first === null
        ? retentionDays > 0 && finishedAt <= cutoff
        : (segmentPosition(name) ?? first) < first,
    );
  }
  return outdated;
}

/** Yields the complete base backups, newest first, without those that a restore to an earlier moment abandoned. */
export async function* newestBases(storage: BackupStorage): AsyncGenerator<BaseManifest, void> {
  const bases = baseStorage(storage);
  const { complete } = await listBackups(bases);
  const filesOf = new Map<string, Promise<readonly WalObject[]>>();
  for (const backupId of complete.toReversed()) {
    const base = requireBase(await peekManifest(bases, backupId));
    const listFiles = (systemId: string) => listWal(storage, systemId);
    const files = await filesOf.getOrInsertComputed(base.wal.systemId, listFiles);
    if (!isAbandoned(base.wal, files)) yield base;
  }
}

/** Returns whether a later timeline begins before the end of a base backup: the log does not lead on from its end. */
function isAbandoned({ lastSegment }: BaseManifest['wal'], files: readonly WalObject[]): boolean {
  const end = segmentPosition(lastSegment) ?? 0;
  return files.some(({ name }) => {
    const position = segmentPosition(name);
    return position !== null && position < end && timelineOf(name) > timelineOf(lastSegment);
  });
}

/** Returns the first segment of the log that is needed, per server. */
function firstSegments(bases: readonly BaseManifest[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { wal } of bases) {
    if (!first.has(wal.systemId)) first.set(wal.systemId, wal.firstSegment);
  }
  return first;
}

/** Returns which moments can be restored; null without a base backup. */
export async function restorableRange(storage: BackupStorage): Promise<{
  /** The server that the newest base backup is of. */
  systemId: string;
  from: Date;
  to: Date;
  /** Whether the log lacks a segment after the newest base backup. */
  hasGap: boolean;
} | null> {
  const bases = await Array.fromAsync(newestBases(storage));
  const [newest] = bases;
  if (newest === undefined) return null;
  const { systemId } = newest.wal;
  const oldest = bases.findLast(({ wal }) => wal.systemId === systemId) ?? newest;
  const { finishedAt, missing } = findEnd(await listWal(storage, systemId), newest);
  return {
    systemId,
    from: new Date(oldest.takenAt),
    to: finishedAt ?? new Date(newest.takenAt),
    hasGap: missing !== null,
  };
}

/**
 * Reads the newest base backup and the log that follows it.
 * @returns how far it reaches; null without a base backup
 * @throws BackupError if something is missing or damaged
 */
export async function verifyLog(
  storage: BackupStorage,
  passphrase: string,
): Promise<{ backupId: string; segments: number; to: Date } | null> {
  const { value: newest } = await newestBases(storage).next();
  if (!newest) return null;
  const { backupId } = newest;
  const base = requireBase(await verifyBackup(baseStorage(storage), backupId, passphrase));
  const { systemId, firstSegment } = base.wal;
  const files = await listWal(storage, systemId);
  const { finishedAt, missing, position } = findEnd(files, base);
  if (missing !== null) {
    throw new BackupError(`The log lacks the segment ${segmentAt(missing, firstSegment)}.`);
  }
  const read = openWalReader(storage, passphrase, systemId);
  const first = segmentPosition(firstSegment) ?? 0;
  const needed = files.filter(({ name }) => (segmentPosition(name) ?? first) >= first);
  for (const file of needed) await read(file);
  return { backupId, segments: position - first + 1, to: finishedAt ?? new Date(base.takenAt) };
}

/** How far the log reaches without a gap from a base backup on. */
export interface LogEnd {
  /** Position of the last segment before the first gap, or of the last one. */
  position: number;
  /** When that segment was finished; null if there is none. */
  finishedAt: Date | null;
  /** Position of the first missing segment that others follow; null without a gap. */
  missing: number | null;
}

const newestTimelineFirst = (one: { name: string }, other: { name: string }) =>
  one.name < other.name ? 1 : -1;

export function findEnd(
  files: readonly { name: string; finishedAt: Date }[],
  { wal }: BaseManifest,
): LogEnd {
  const finished = new Map<number, Date>();
  let first = Infinity;
  for (const { name, finishedAt } of files.toSorted(newestTimelineFirst)) {
    const position = segmentPosition(name);
    // A restore to a moment abandoned the segments of earlier timelines behind the first of a later one.
    if (position === null || position > first) continue;
    first = position;
    const known = finished.get(position);
    if (known === undefined || known < finishedAt) finished.set(position, finishedAt);
  }
  const start = segmentPosition(wal.firstSegment) ?? 0;
  let next = start;
  while (finished.has(next)) next += 1;
  const isGap = [...finished.keys()].some((position) => position > next);
  return {
    position: next - 1,
    finishedAt: finished.get(next - 1) ?? null,
    missing: isGap ? next : null,
  };
}
