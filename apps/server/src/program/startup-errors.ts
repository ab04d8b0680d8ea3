import { BackupError } from '../platform/backup/storage/backup-storage.ts';
import { ConfigurationError } from '../platform/config/configuration.ts';
import { EmbeddedPostgresError } from '@seller-connect/embedded-postgres';

/** Returns one clear sentence for an error that a user or operator can fix; null for any other. */
export function startupErrorMessage(error: unknown): string | null {
  const isExplained =
    error instanceof ConfigurationError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof BackupError;
  if (isExplained) return error.message;
  const code = errorCode(error);
  const port = errorPort(error);
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port ?? ''} is taken by another program; stop it, or choose others with PORT, IDENTITY_PORT and SANDBOX_PORT.`;
    case 'EACCES':
    case 'EPERM':
      return `There is no permission to do this: ${errorMessage(error)}. Choose another DATA_DIR or port, or give this user the right.`;
    case 'ENOSPC':
      return 'The disk is full; free some space where DATA_DIR is, and start again.';
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
      return 'The database at DATABASE_URL cannot be reached; check that it runs and that host and port are right.';
    case '28P01':
    case '28000':
      return 'The database at DATABASE_URL refuses the user or the password.';
    case '3D000':
      return 'The database that DATABASE_URL names does not exist; create it first.';
    case '42501':
      return 'The user of DATABASE_URL may not create schemas and roles; name one that may in DATABASE_ADMIN_URL.';
    case '55P03':
      return 'The database cannot be brought to the newest schema, because another connection holds a lock: another start, a long report or a backup. pg_stat_activity shows which; wait until it has ended, or end it, and start again.';
    case undefined:
    default:
      return null;
  }
}

function errorCode(error: unknown): string | undefined {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') return each.code;
    if (each instanceof AggregateError && each.errors[0] instanceof Error)
      return errorCode(each.errors[0]);
  }
  return undefined;
}

function errorPort(error: unknown): number | undefined {
  return error instanceof Error && 'port' in error && typeof error.port === 'number'
    ? error.port
    : undefined;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
