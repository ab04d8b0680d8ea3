import { expect, it, vi } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { readProfile, saveProfile } from './profile-store.ts';

const { url, database } = await openTestDatabase();
const owner = await connectOwner(url);

const blockedStatement = sql(
  'test.blocked',
  `select from pg_locks waiting where not granted and exists (
     select from pg_locks held join pg_database d on d.oid = held.database
      where held.pid = waiting.pid and d.datname = current_database())`,
);

const profile = (email: string) => ({
  email,
  phoneNumber: '+84912345678',
  business: 'fashion',
  purpose: 'reporting',
});

/** Saves a profile for the first time in two transactions, of which the second waits until the first is committed. */
async function saveTwice(secondVersion: number | undefined) {
  const [tenantId, accountId] = [newId(), newId()];
  await owner.query('insert into sellers.team values ($1, $2, now())', [tenantId, 'Đội']);
  const [saved, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = database.tenant(tenantId, async (tx) => {
    const outcome = await saveProfile(tx, accountId, profile('first@shop.test'), 0);
    saved.resolve();
    await ending.promise;
    return outcome;
  });
  await saved.promise;
  const second = database.tenant(tenantId, (tx) =>
    saveProfile(tx, accountId, profile('second@shop.test'), secondVersion),
  );
  await vi.waitUntil(async () => (await database.query(blockedStatement)).length > 0);
  ending.resolve();
  const outcomes = await Promise.all([first, second]);
  const stored = await database.tenant(tenantId, (tx) => readProfile(tx, accountId));
  return { outcomes, email: stored?.email };
}

it('refuses the second of two simultaneous first saves', async () => {
  expect(await saveTwice(0)).toEqual({
    outcomes: ['changed', 'conflict'],
    email: 'first@shop.test',
  });
});

it('saves both if the second does not say what it is based on', async () => {
  expect(await saveTwice(undefined)).toEqual({
    outcomes: ['changed', 'changed'],
    email: 'second@shop.test',
  });
});
