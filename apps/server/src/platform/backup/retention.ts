import type { BackupStorage } from './storage/backup-storage.ts';
import { backupTime, deleteBackup, listBackups } from './manifest.ts';

const dayMs = 86_400_000;
/** A backup without a manifest may be under way. After this time it was interrupted. */
const unfinishedAfterMs = dayMs;

/**
 * Returns the backups to delete: those older than `retentionDays`, except the newest one, and those that were
 * interrupted.
 * @param retentionDays 0 keeps all complete ones
 */
export function outdatedBackups(
  { complete, unfinished }: { complete: readonly string[]; unfinished: readonly string[] },
  retentionDays: number,
  now: Date,
): string[] {
  const ageMs = (backupId: string) => now.getTime() - backupTime(backupId).getTime();
  const older = complete
    .slice(0, -1)
    .filter((each) => retentionDays > 0 && ageMs(each) > retentionDays * dayMs);
  return [...older, ...unfinished.filter((each) => ageMs(each) > unfinishedAfterMs)];
}

/** Deletes outdated backups. @returns their ids */
export async function deleteOutdatedBackups(
  storage: BackupStorage,
  retentionDays: number,
  now = new Date(),
): Promise<string[]> {
  const outdated = outdatedBackups(await listBackups(storage), retentionDays, now);
  for (const backupId of outdated) await deleteBackup(storage, backupId);
  return outdated;
}
