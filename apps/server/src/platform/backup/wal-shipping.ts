import { existsSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { backoffMs } from '../poll.ts';
import { clusterFolders } from '@seller-connect/embedded-postgres';
import { freeDiskBytes } from '@seller-connect/embedded-postgres';
import type { Log } from '../log.ts';
import { processRegistry } from '../telemetry/metrics.ts';
import type { BackupStorage } from './storage/backup-storage.ts';
import { isWalFile, openWalWriter, segmentPosition, type WalWriter } from './wal-archive.ts';

const pollMs = 1000;
const retryDelay = { firstMs: 1000, maxMs: 60_000 };
/** Below this, the database is about to stop for want of space. */
const defaultMinFreeBytes = 2_000_000_000;

const pendingGauge = new Gauge({
  name: 'backup_log_pending_seconds',
  help: 'For how long the oldest finished part of the log has waited to be archived.',
  labelNames: ['storage'],
  registers: [processRegistry],
});

/**
 * Stores the files of the log that the embedded database has finished, and removes them from its folder. The database
 * goes on while the storage is away; files are given up if the disk is about to be full.
 * @param options.minFreeBytes free space below which they are given up while the storage is away
 */
export function startWalShipping(options: {
  dataDir: string;
  storage: BackupStorage;
  passphrase: string;
  log: Pick<Log, 'error' | 'info'>;
  minFreeBytes?: number;
  costLog2?: number;
}): { stop(): Promise<void> } {
  const { dataDir, storage, log, minFreeBytes = defaultMinFreeBytes } = options;
  const folders = clusterFolders(dataDir);
  const stopping = new AbortController();
  const ship = createWalShipper(options);
  let failures = 0;

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pauseMs = pollMs;
      try {
        pendingGauge.set({ storage: storage.name }, await pendingSeconds(folders));
        await ship(stopping.signal);
        if (failures > 0) {
          log.info({ event: 'backup.log_archived' }, 'Log of the database is archived again');
        }
        failures = 0;
      } catch (error) {
        failures += 1;
        pauseMs = backoffMs(failures, retryDelay, Math.random);
        if (failures === 1) {
          log.error(
            { event: 'backup.log_archiving_failed', err: error },
            'Log of the database could not be archived; it is kept and tried again',
          );
        }
        await giveUpIfDiskIsFull().catch(() => undefined);
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function giveUpIfDiskIsFull(): Promise<void> {
    const names = await finishedFiles(folders.wal);
    if (names.length === 0 || freeDiskBytes(folders.wal) >= minFreeBytes) return;
    for (const name of names) await rm(join(folders.wal, name), { force: true });
    log.error(
      { event: 'backup.log_discarded', files: names.length },
      'Log that waited to be archived was deleted, because the disk is almost full; the next backup closes the gap',
    );
  }

  const working = work();
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Returns a function that stores all files of the log that are finished, in their order. */
export function createWalShipper({
  dataDir,
  storage,
  passphrase,
  costLog2,
}: {
  dataDir: string;
  storage: BackupStorage;
  passphrase: string;
  costLog2?: number;
}): (stopping?: AbortSignal) => Promise<void> {
  const folders = clusterFolders(dataDir);
  const writers = new Map<string, WalWriter>();

  async function shipFile(name: string): Promise<void> {
    const path = join(folders.wal, name);
    const file = await readFinished(path);
    if (file === null) return;
    const systemId = systemIdOfSegment(name, file.bytes) ?? (await readSystemId(folders.data));
    let writer = writers.get(systemId);
    if (writer === undefined) {
      writer = await openWalWriter(storage, passphrase, systemId, costLog2);
      writers.set(systemId, writer);
    }
    await writer.write(name, file.bytes, file.finishedAt);
    await rm(path, { force: true });
  }

  return async (stopping) => {
    await deleteNotes(folders.wal);
    for (const name of await finishedFiles(folders.wal)) {
      if (stopping?.aborted === true) return;
      await shipFile(name);
    }
  };
}

/** Returns a finished file; null if another process has stored it. */
async function readFinished(path: string): Promise<{ bytes: Buffer; finishedAt: Date } | null> {
  try {
    const [bytes, { mtime }] = await Promise.all([readFile(path), stat(path)]);
    return { bytes, finishedAt: mtime };
  } catch (error) {
    if (!existsSync(path)) return null;
    throw error;
  }
}

/** Position of the server's identifier in the header of a segment (`XLogLongPageHeaderData`). */
const systemIdOffset = 24;

/**
 * Returns the identifier of the server that wrote a segment: after an upgrade, the folder still has what the earlier
 * server finished at its end. Null for another file.
 */
function systemIdOfSegment(name: string, bytes: Buffer): string | null {
  return segmentPosition(name) === null ? null : bytes.readBigUInt64LE(systemIdOffset).toString();
}

/** Returns the names of the finished files, in the order of the log. A file that is being copied has another name. */
async function finishedFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder)).filter(isWalFile).toSorted();
}

/** Deletes the notes on base backups that the server copies too. Their manifests say the same. */
async function deleteNotes(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names) {
    if (name.endsWith('.backup')) await rm(join(folder, name), { force: true });
  }
}

/** Returns the identifier of the data folder's server, the first bytes of its control file. */
export async function readSystemId(data: string): Promise<string> {
  const file = await open(join(data, 'global', 'pg_control'));
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** Returns the age of the oldest file that is not stored, whether the server has copied it or not. */
async function pendingSeconds(folders: { data: string; wal: string }): Promise<number> {
  const status = join(folders.data, 'pg_wal', 'archive_status');
  const ready = existsSync(status) ? await readdir(status) : [];
  const paths = [
    ...(await finishedFiles(folders.wal)).map((name) => join(folders.wal, name)),
    ...ready.filter((name) => name.endsWith('.ready')).map((name) => join(status, name)),
  ];
  let oldest = Date.now();
  for (const path of paths) {
    const changed = await stat(path).catch(() => null);
    if (changed) oldest = Math.min(oldest, changed.mtimeMs);
  }
  return (Date.now() - oldest) / 1000;
}
