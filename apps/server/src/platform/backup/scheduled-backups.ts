import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { PgBoss } from 'pg-boss';
import { Gauge } from 'prom-client';
import type { BackupSettings } from '../config/backup-settings.ts';
import { startScheduledJob } from '../jobs/jobs.ts';
import type { Log } from '../log.ts';
import { clusterFolders } from '@seller-connect/embedded-postgres';
import { processRegistry } from '../telemetry/metrics.ts';
import { restorableRange } from './base-backup.ts';
import { backupTime, listBackups } from './manifest.ts';
import { openBackupStorage } from './storage/open-storage.ts';
import { readSystemId } from './wal-shipping.ts';

const queue = 'platform.backup';
const hourMs = 3_600_000;
/** Due work is looked for every hour. A backup half an hour early stays at its time of day. */
const toleranceMs = hourMs / 2;

/** Has no value, thanks to its label, until this process has looked. */
const newestGauge = new Gauge({
  name: 'backup_newest_timestamp_seconds',
  help: 'When the newest complete backup was taken, as seen by the process that looked last.',
  labelNames: ['storage'],
  registers: [processRegistry],
});

/** Returns whether the newest backup is so old that the next one is due. */
export function isBackupDue(newest: Date | null, intervalHours: number, now: Date): boolean {
  if (newest === null) return true;
  return now.getTime() - newest.getTime() >= intervalHours * hourMs - toleranceMs;
}

/**
 * Makes a backup whenever the newest one is older than the interval, in one process at a time. What is due is read from
 * the storage, so backups of `npm run backup` count, and one that was interrupted is made again within the hour.
 * @param options.program makes one backup and ends with code 0; with `--base-only`, only the base backup of the log. It
 * is a process of its own, so that compressing and encrypting do not delay syncs
 */
export async function startScheduledBackups(options: {
  boss: PgBoss;
  settings: BackupSettings;
  program: string;
  /** Environment of the program; this process's by default. */
  environment?: NodeJS.ProcessEnv;
  dataDir: string;
  log: Pick<Log, 'error'>;
}): Promise<{ stop(): Promise<void> }> {
  const { boss, settings, program, environment = process.env, dataDir, log } = options;
  const storage = openBackupStorage(settings.location);
  async function newestBackup(): Promise<Date | null> {
    const backupId = (await listBackups(storage)).complete.at(-1);
    if (backupId === undefined) return null;
    const takenAt = backupTime(backupId);
    newestGauge.set({ storage: storage.name }, takenAt.getTime() / 1000);
    return takenAt;
  }
  /** Without a base backup, or after a gap in the log, the moments to come could not be restored. */
  async function isBaseMissing(): Promise<boolean> {
    if (settings.logSeconds === 0) return false;
    const range = await restorableRange(storage);
    const systemId = await readSystemId(clusterFolders(dataDir).data);
    return range === null || range.hasGap || range.systemId !== systemId;
  }

  return startScheduledJob(boss, queue, {
    cron: '23 * * * *',
    // The longest that the queue allows. Two backups at once are prevented by a lock in the database.
    expireInSeconds: 23 * 3600,
    async work(stopping) {
      try {
        const isDue = isBackupDue(await newestBackup(), settings.intervalHours, new Date());
        if (!isDue && !(await isBaseMissing())) return;
        await runProgram(program, isDue ? [] : ['--base-only'], environment, stopping);
        await newestBackup();
      } catch (error) {
        if (stopping.aborted) return;
        log.error(
          { event: 'backup.failed', err: error },
          'Backup failed; the next hourly round tries again',
        );
      }
    },
  });
}

/** @throws Error if the process ends with another code than 0, or the worker was stopped before */
async function runProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  stopping: AbortSignal,
): Promise<void> {
  stopping.throwIfAborted();
  // The channel ends the process with this one.
  const child = fork(program, ['--scheduled', ...args], {
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGTERM');
  stopping.addEventListener('abort', end);
  try {
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`The process of the backup ended with ${code}`);
  } finally {
    stopping.removeEventListener('abort', end);
  }
}
