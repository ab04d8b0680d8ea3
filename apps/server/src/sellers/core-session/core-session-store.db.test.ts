import { expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { newId } from '../../platform/ids.ts';
import {
  bindCoreSessions,
  deleteCoreSessionsOfSignIns,
  findCoreSession,
  createCoreSession,
  type EndedSignIns,
} from './core-session-store.ts';

const { url, database } = await openTestDatabase();
const owner = await connectOwner(url);

/** Creates a team of a user with sessions from two sign-ins and one from Google, and a colleague with one session. */
async function signedIn() {
  const tenantId = newId();
  const [user, colleague] = [newId(), newId()];
  await owner.query('insert into sellers.team values ($1, $2, now())', [tenantId, 'Đội']);
  for (const each of [user, colleague]) {
    await owner.query("insert into sellers.member values ($1, $2, 'owner', now())", [
      tenantId,
      each,
    ]);
  }
  const open = async (accountId: string, signInId: string | null) => {
    const who = { tenantId, accountId, signInId, notAfter: null };
    return (await createCoreSession(database, who)).accessToken;
  };
  const tokens = {
    laptop: await open(user, 'laptop'),
    phone: await open(user, 'phone'),
    google: await open(user, null),
    colleague: await open(colleague, 'desk'),
  };
  return {
    begin: (signInId: string, at: Date) =>
      database.tenant(tenantId, (tx) => bindCoreSessions(tx, user, signInId, at)),
    end: (ended: EndedSignIns) =>
      database.tenant(tenantId, (tx) => deleteCoreSessionsOfSignIns(tx, user, ended)),
    async alive() {
      const found = await Promise.all(
        Object.entries(tokens).map(
          async ([name, token]) => [name, await findCoreSession(database, token)] as const,
        ),
      );
      return found.filter(([, session]) => session !== null).map(([name]) => name);
    },
  };
}

it.each<[string, EndedSignIns, string[]]>([
  [
    'ending one sign-in ends its core sessions',
    { only: 'phone' },
    ['laptop', 'google', 'colleague'],
  ],
  [
    'ending all others keeps the core sessions of the remaining one',
    { except: 'laptop' },
    ['laptop', 'colleague'],
  ],
  ['ending all of an account keeps those of other accounts', 'all', ['colleague']],
])('%s', async (_name, ended, left) => {
  const { end, alive } = await signedIn();
  await end(ended);
  expect(await alive()).toEqual(left);
});

it('sessions of a Google login end with the sign-in that follows it, not with a later one', async () => {
  const { begin, end, alive } = await signedIn();
  await begin('much later', new Date(Date.now() + 61_000));
  await end({ only: 'much later' });
  expect(await alive()).toContain('google');
  await begin('tablet', new Date());
  await end({ only: 'tablet' });
  expect(await alive()).toEqual(['laptop', 'phone', 'colleague']);
});
