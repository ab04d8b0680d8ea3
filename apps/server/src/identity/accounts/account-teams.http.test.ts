import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { enqueueTeamEmail } from '../../platform/mail/mail-queue.ts';
import { Problem } from '../../platform/http/problem.ts';
import { callApi, Browser, signInForTokens } from '../testing/browser.ts';
import { emailsTo, registerAccount } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const password = 'bốn con mèo trên mái';
const inTheWay = new Problem(409, 'last_owner', { vi: 'Chưa được', en: 'Not yet' });
const needed = new Set<string>();

const running = await startIdentity(
  {},
  {
    emailComposers: {
      'test.greeting': async (data) => {
        const to = String(Reflect.get(Object(data), 'to'));
        const text = `Hello from another domain\n${appOrigin}/join?token=x\nhttp://elsewhere.test/`;
        return { to, subject: 'Hello', text };
      },
    },
    beforeRemoval: async ({ sub }) => {
      if (needed.has(sub)) throw inTheWay;
    },
  },
);
afterAll(() => running.stop());

async function somebody(email: string) {
  await registerAccount(running, new Browser(running.origin), { email, password });
  const { tokens } = await signInForTokens(running.origin, { username: email, password });
  const verified = async () => running.identity.verifyAccessToken(tokens.access_token);
  const { sub, tenantId } = (await verified()) ?? { sub: '', tenantId: '' };
  return { sub, tenantId, tokens, tenantNow: async () => (await verified())?.tenantId };
}

it('a token speaks for the new team as soon as the account has moved', async () => {
  const { identity } = running;
  const [lan, minh] = [await somebody('lan@team.test'), await somebody('minh@team.test')];
  expect(minh.tenantId).not.toBe(lan.tenantId);
  expect(await identity.moveToTeam(minh.sub, minh.tenantId, lan.tenantId)).toBe(true);
  expect(await minh.tenantNow()).toBe(lan.tenantId);
  const answer = await fetch(`${running.origin}/userinfo`, {
    headers: { authorization: `Bearer ${minh.tokens.access_token}` },
  });
  expect(await answer.json()).toMatchObject({ tenant_id: lan.tenantId });
  // The second move fails: the account is no longer in its own team.
  expect(await identity.moveToTeam(minh.sub, minh.tenantId, newId())).toBe(false);
  expect(await identity.leaveTeam(minh.sub, lan.tenantId)).toBe(minh.tenantId);
  expect(await minh.tenantNow()).toBe(minh.tenantId);
  // Leaving a team the account is not in changes nothing; leaving its own team creates a new one.
  expect(await identity.leaveTeam(minh.sub, lan.tenantId)).toBe(minh.tenantId);
  const fresh = await identity.leaveTeam(minh.sub, minh.tenantId);
  expect([lan.tenantId, minh.tenantId]).not.toContain(fresh);
  expect(await identity.leaveTeam(newId(), minh.tenantId)).toBeNull();
});

it('an account goes back through every team that it came from', async () => {
  const { identity } = running;
  const { sub, tenantId: own } = await somebody('guest@team.test');
  const [first, second] = [newId(), newId()];
  await identity.moveToTeam(sub, own, first);
  await identity.moveToTeam(sub, first, second);
  expect(await identity.leaveTeam(sub, second)).toBe(first);
  expect(await identity.leaveTeam(sub, first)).toBe(own);
});

it('only one of two concurrent moves of an account succeeds', async () => {
  const { identity } = running;
  const { sub, tenantId } = await somebody('torn@team.test');
  const moves = await Promise.all([
    identity.moveToTeam(sub, tenantId, newId()),
    identity.moveToTeam(sub, tenantId, newId()),
  ]);
  expect(moves.toSorted()).toEqual([false, true]);
});

it('an account that is the last owner of a team cannot be removed', async () => {
  const { sub, tokens } = await somebody('needed@team.test');
  const remove = () =>
    callApi(running.origin, tokens, 'POST', '/users/me/removal', { currentPassword: password });
  needed.add(sub);
  const refused = await remove();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ error: 'last_owner' });
  expect(await running.identity.account(sub)).not.toBeNull();
  needed.delete(sub);
  expect((await remove()).status).toBe(204);
});

it('sends emails of other domains; the application role can enqueue but not read them', async () => {
  const product = openDatabase({
    url: running.url,
    role: 'seller_connect_app',
    poolSize: 2,
    log: createLog('silent'),
  });
  try {
    const to = 'friend@team.test';
    const emailRequest = { to, data: { to }, validForMs: 86_400_000 };
    await product.tenant(newId(), (tx) => enqueueTeamEmail(tx, 'test.greeting', emailRequest));
    const [sentEmail] = await emailsTo(running, 'friend@team.test');
    expect(sentEmail?.text).toContain('Hello from another domain');
    const page = await (await fetch(`${running.origin}/mailbox`)).text();
    expect(page).toContain(`<a href="${appOrigin}/join?token=x">`);
    expect(page).not.toContain('<a href="http://elsewhere');
    const forged = product.tenant(newId(), (tx) =>
      enqueueTeamEmail(tx, 'identity.reset_password', emailRequest),
    );
    await expect(forged).rejects.toThrow('own');
    // Beyond 500 a day a team's emails are not queued, and do not count against their recipients' limits.
    const queued = await product.tenant(newId(), async (tx) => {
      let count = 0;
      for (let each = 0; each < 510; each += 1) {
        const one = { ...emailRequest, to: each < 500 ? `somebody-${each}@team.test` : to };
        if (await enqueueTeamEmail(tx, 'test.flood', one)) count += 1;
      }
      return count;
    });
    expect(queued).toBe(500);
    await running.admin("delete from platform.mail where kind = 'test.flood'");
    for (const text of ['select from platform.mail', 'delete from platform.mail']) {
      await expect(product.query({ name: text, text })).rejects.toMatchObject({ code: '42501' });
    }
  } finally {
    await product.close();
  }
});
