import { setPriority } from 'node:os';
import type pg from 'pg';
import { connectClient } from '../database/connect-client.ts';
import { pidsInFolder } from '@seller-connect/embedded-postgres';

/** Opens a connection whose statements may take hours. */
export function connectOwner(url: string, name: string): Promise<pg.Client> {
  return connectClient({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: '-c timezone=UTC -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  });
}

/**
 * Lowers the priority of the server's process for this connection, if the server is on this machine and belongs to this
 * user. Otherwise nothing happens.
 */
export async function lowerPriority(client: pg.Client, priority: number): Promise<void> {
  try {
    const { rows } = await client.query<{ pid: number; folder: string }>(
      `select pg_backend_pid() as pid, current_setting('data_directory') as folder`,
    );
    const [process] = rows;
    // The number alone could be that of any process here, if the server is elsewhere.
    if (process && pidsInFolder(process.folder).includes(process.pid)) {
      setPriority(process.pid, priority);
    }
  } catch {
    // Only superusers may read the folder's path, and the process may be another user's.
  }
}
