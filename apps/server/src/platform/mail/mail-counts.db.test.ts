import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { sql, type TenantTransaction } from '../database/database.ts';
import { newId } from '../ids.ts';

const { url, database } = await openTestDatabase();
const superuser = await connectOwner(url);

const queueStatement = sql(
  'mail_test.queue_for_team',
  `select platform.queue_email($1, 'greeting', '{}', $2, $2::timestamptz + interval '1 day', $3) as queued`,
);
const yesterday = new Date('2026-11-10T05:00:00Z');
const today = new Date('2026-11-11T05:00:00Z');

const queue = (tx: TenantTransaction, at: Date) =>
  tx.query(queueStatement, [newId(), at, `${tx.tenantId}@shop.test`]);

async function countOld(): Promise<number> {
  const { rows } = await superuser.query<{ old: number }>(
    'select count(*)::int as old from platform.mail_count where day < $1',
    ['2026-11-11'],
  );
  return rows[0]?.old ?? 0;
}

it('deletes the counts of the day before with the first emails of a day, without lock waits', async () => {
  for (let team = 0; team < 10; team += 1) {
    await database.tenant(newId(), (tx) => queue(tx, yesterday));
  }
  expect(await countOld()).toBe(20);
  await database.tenant(newId(), async (tx) => {
    await queue(tx, today);
    // Ends before the transaction around it.
    await database.tenant(newId(), (other) => queue(other, today));
  });
  expect(await countOld()).toBe(0);
});
