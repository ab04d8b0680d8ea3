import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import { findCoreSession, createCoreSession } from '../core-session/core-session-store.ts';
import { removeAccountFromTeam } from './removal.ts';

const { url, database } = await openTestDatabase();
const owner = await connectOwner(url);

/** Creates a team of this size; every member has a core session. */
async function team(size: number) {
  const tenantId = newId();
  await owner.query('insert into sellers.team values ($1, $2, now())', [tenantId, 'Đội']);
  const accountIds = Array.from({ length: size }, () => newId());
  const tokens = new Map<string, string>();
  for (const accountId of accountIds) {
    const role = accountId === accountIds[0] ? 'owner' : 'member';
    await owner.query('insert into sellers.member values ($1, $2, $3, now())', [
      tenantId,
      accountId,
      role,
    ]);
    await owner.query(
      "insert into sellers.profile values ($1, $2, $3, '+84912345678', 'x', 'y', now(), now())",
      [tenantId, accountId, `${randomBytes(4).toString('hex')}@shop.test`],
    );
    const { accessToken } = await createCoreSession(database, {
      tenantId,
      accountId,
      signInId: null,
      notAfter: null,
    });
    tokens.set(accountId, accessToken);
  }
  const alive = async (accountId: string | undefined) =>
    (await findCoreSession(database, tokens.get(accountId ?? '') ?? '')) !== null;
  return { tenantId, accountIds, alive };
}

describe('a removed account', () => {
  it('loses sessions, profile and membership without affecting the rest of the team', async () => {
    const { tenantId, accountIds, alive } = await team(2);
    const [gone = '', stays = ''] = accountIds;
    expect(await removeAccountFromTeam(database, tenantId, gone)).toEqual({ someoneLeft: true });
    expect(await alive(gone)).toBe(false);
    expect(await alive(stays)).toBe(true);
    for (const table of ['member', 'profile']) {
      const { rows } = await owner.query(
        `select account_id from sellers.${table} where tenant_id = $1`,
        [tenantId],
      );
      expect(rows).toEqual([{ account_id: stays }]);
    }
  });

  it('reports that nobody is left when it was the last member, on every call', async () => {
    const { tenantId, accountIds } = await team(1);
    const [last = ''] = accountIds;
    expect(await removeAccountFromTeam(database, tenantId, last)).toEqual({ someoneLeft: false });
    expect(await removeAccountFromTeam(database, tenantId, last)).toEqual({ someoneLeft: false });
  });

  it('reports that nobody is left to exactly one of two that are removed concurrently', async () => {
    const { tenantId, accountIds } = await team(2);
    const results = await Promise.all(
      accountIds.map((accountId) => removeAccountFromTeam(database, tenantId, accountId)),
    );
    expect(results.map(({ someoneLeft }) => someoneLeft).toSorted()).toEqual([false, true]);
  });
});
