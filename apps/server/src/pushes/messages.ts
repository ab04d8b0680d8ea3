import { sql, type Database } from '../platform/database/database.ts';

/** Longer than any partner retries: Shopee keeps undelivered pushes for three days. */
const retentionMs = 4 * 86_400_000;

const purgeStatement = sql('pushes.purge_messages', 'select pushes.purge_messages($1)');

/** Deletes messages older than four days. Partners retry for three; processing a later duplicate again is harmless. */
export async function purgeMessages(database: Database, now: Date): Promise<void> {
  await database.query(purgeStatement, [new Date(now.getTime() - retentionMs)]);
}
