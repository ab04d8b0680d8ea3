import { sql, type Database } from '../platform/database/database.ts';

/** Longer than any partner repeats a message: Shopee's lost ones can be fetched for three days. */
const retentionMs = 4 * 86_400_000;

const purgeStatement = sql('pushes.purge_messages', 'select pushes.purge_messages($1)');

/** Forgets messages that can come no more. One that did all the same would be looked at once more, no worse. */
export async function purgeMessages(database: Database, now: Date): Promise<void> {
  await database.query(purgeStatement, [new Date(now.getTime() - retentionMs)]);
}
