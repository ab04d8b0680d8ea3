import { createTestDatabase } from '../../../apps/server/test/database.ts';
import { withPool, type WithDatabase } from './database.ts';

/** Uses a database on the server of the test run, which is migrated but not durable. */
export const withTestDatabase: WithDatabase = async (work) => {
  const { url, drop } = await createTestDatabase();
  try {
    return await withPool(url, work);
  } finally {
    await drop();
  }
};
