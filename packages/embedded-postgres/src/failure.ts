import { statfsSync } from 'node:fs';

// One WAL segment.
const minFreeBytes = 16 * 1024 * 1024;

/** Why the embedded database cannot run, in one sentence that an operator can act on. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

/**
 * Converts an error of the operating system or of PostgreSQL into one sentence for the operator.
 * @param cause an error or the last lines of a log
 * @param folder the folder of the database
 */
export function toEmbeddedPostgresError(cause: unknown, folder: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause;
  const text = cause instanceof Error ? `${errorCode(cause)} ${cause.message}` : String(cause);
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/i.test(text)) {
    return diskFullError(folder);
  }
  if (/EROFS|Read-only file system/i.test(text)) {
    return new EmbeddedPostgresError(
      `${folder} is on a read-only disk: choose a writable folder with DATA_DIR.`,
    );
  }
  if (/EACCES|EPERM|Permission denied|Operation not permitted|wrong ownership/i.test(text)) {
    return new EmbeddedPostgresError(
      `The database may not use ${folder}: give this user permission to write there, or choose another folder with DATA_DIR.`,
    );
  }
  if (/incompatible with server|was initialized by PostgreSQL version/i.test(text)) {
    return new EmbeddedPostgresError(
      `${folder} was written by another major version of PostgreSQL: make a backup with the program that has that version and restore it, or choose another folder with DATA_DIR.`,
    );
  }
  if (freeDiskBytes(folder) < minFreeBytes) return diskFullError(folder);
  const line = lastErrorLine(text);
  return new EmbeddedPostgresError(`The database in ${folder} did not start: ${line}`);
}

/** The password file or the data next to it was replaced. */
export function passwordFileMismatch(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The password file in ${folder} does not belong to the database beside it: bring the right one back from a copy.`,
  );
}

/** Returns whether a failure is temporary: an earlier server still runs, or recovery is in progress. */
export function isTransientFailure(message: string): boolean {
  return /pre-existing shared memory block|57P03|the database system is (starting up|shutting down|not yet accepting|in recovery)|lock file ".*" (already exists|is empty)/i.test(
    message,
  );
}

export function diskFullError(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The disk that holds ${folder} is full: free some space, then start again.`,
  );
}

/** Returns the free bytes for this user on the disk of a folder. A full disk surfaces as many different errors. */
export function freeDiskBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function errorCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function lastErrorLine(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (
    lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ??
    lines.findLast((line) => line.includes('could not')) ??
    lines.at(-1) ??
    'no reason given'
  );
}
