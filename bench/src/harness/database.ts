import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  openDatabase,
  sql,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import { parentPid } from './process-usage.ts';

/** A migrated database. `url` connects as its owner. */
export interface BenchmarkDatabase {
  url: string;
  database: Database;
}

/** Runs `work` with a database that is deleted afterwards. */
export type WithDatabase = <T>(work: (given: BenchmarkDatabase) => Promise<T>) => Promise<T>;

/** Uses a durable database on a server of its own. */
export const withDatabase: WithDatabase = async (work) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    try {
      const url = server.connectionString;
      await migrate(url);
      return await withPool(url, work);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Runs `work` with a pool of the application's role. */
export async function withPool<T>(
  url: string,
  work: (given: BenchmarkDatabase) => Promise<T>,
): Promise<T> {
  const log = createLog('error');
  const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 8, log });
  try {
    return await work({ url, database });
  } finally {
    await database.close();
  }
}

/**
 * Creates a pool of the owner that survives the end of the server. `pool.end()` resolves before its connections have
 * closed; without an `error` listener, a connection that the server terminates in the meantime would end the process.
 */
export function ownerPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: size });
  pool.on('error', () => undefined);
  return pool;
}

const backend = sql('bench.backend', 'select pg_backend_pid() as pid');

/** Returns the process ID of the postmaster, the parent of all server processes. */
export async function serverPid(database: Database): Promise<number> {
  const [row] = await database.query<{ pid: number }>(backend);
  return parentPid(row?.pid ?? 0);
}
