import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  openDatabase,
  sql,
  type Database,
} from '../../../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded-postgres/index.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import { parentPid } from './process-usage.ts';

/** A migrated database. `url` is its owner's. */
export interface BenchmarkDatabase {
  url: string;
  database: Database;
}

/** Runs `work` with a database that is gone afterwards. */
export type WithDatabase = <T>(work: (given: BenchmarkDatabase) => Promise<T>) => Promise<T>;

/** A durable database on a server of its own. */
export const withDatabase: WithDatabase = async (work) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const url = server.connectionString;
    await migrate(url);
    return await withPool(url, work);
  } finally {
    await server.stop();
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
 * A pool of the owner's. It outlives the server's end: `end()` of a pool is over before its connections are, and one
 * that the server ends then would end this process if nobody listened.
 */
export function ownerPool(url: string, size: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: size });
  pool.on('error', () => undefined);
  return pool;
}

const backend = sql('bench.backend', 'select pg_backend_pid() as pid');

/** The database server's first process, which all of its others come from. */
export async function serverPid(database: Database): Promise<number> {
  const [row] = await database.query<{ pid: number }>(backend);
  return parentPid(row?.pid ?? 0);
}
