import type { Client } from 'pg';
import { afterAll } from 'vitest';
import { connectClient } from '../src/platform/database/connect-client.ts';
import { openDatabase, type Database } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { createTestDatabase } from './database.ts';

/** Opens a migrated database of its own for the tests of a file, and removes it after them. */
export async function openTestDatabase({
  role = 'seller_connect_app',
  poolSize = 4,
}: {
  role?: 'seller_connect_app' | 'seller_connect_identity';
  poolSize?: number;
} = {}): Promise<{ url: string; database: Database }> {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, role, poolSize, log: createLog('silent') });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  return { url, database };
}

/** Connects as the superuser, past row-level security, for the tests of a file. */
export async function connectOwner(url: string): Promise<Client> {
  const owner = await connectClient({ connectionString: url });
  afterAll(() => owner.end());
  return owner;
}
