import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, sql, type Database } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { migrate } from '../../apps/server/src/platform/migrations.ts';
import { parentOf } from './processor-time.ts';

/** A migrated, durable database of its own, gone afterwards. `url` is its owner's. */
export async function withDatabase<T>(
  work: (given: { url: string; database: Database }) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    const url = server.connectionString;
    await migrate(url);
    const log = createLog('error');
    const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 8, log });
    try {
      return await work({ url, database });
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const backend = sql('bench.backend', 'select pg_backend_pid() as pid');

/** The database server's first process, which all of its others come from. */
export async function serverProcess(database: Database): Promise<number> {
  const [row] = await database.query<{ pid: number }>(backend);
  return parentOf(row?.pid ?? 0);
}
