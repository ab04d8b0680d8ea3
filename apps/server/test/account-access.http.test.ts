import { afterAll, expect, it } from 'vitest';
import { testSession } from './test-session.ts';
import { postJson, callApi, signInForTokens, Browser } from '../src/identity/testing/browser.ts';
import { emailsTo, readToken, registerAccount } from '../src/identity/testing/emails.ts';
import { appOrigin, startIdentity } from '../src/identity/testing/start-identity.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { accessRoutes } from '../src/reporting/access/routes.ts';
import { createAccountAccess, createReportAuthenticator } from '../src/reporting/index.ts';

const log = createLog('silent');
const password = 'bốn con mèo trên mái';
const email = 'owner@shop.test';
const colleague = newId();

let account: { sub: string; tenantId: string };

const access = () => createAccountAccess(database);
const identity = await startIdentity(
  {},
  {
    reportAccess: { count: (who) => access().count(who), revoke: (who) => access().revoke(who) },
  },
);
const database = openDatabase({ url: identity.url, role: 'seller_connect_app', poolSize: 4, log });
const http = await createHttp({
  log,
  // The token is the account.
  authenticate: async (accountId) =>
    testSession({ tenantId: account.tenantId, accountId, role: 'owner' }),
});
accessRoutes(http, {
  database,
  isSignInFresh: async () => true,
  appOrigin,
  account: async () => null,
  now: () => new Date(),
});
afterAll(async () => {
  await http.app.close();
  await database.close();
  await identity.stop();
});

/** Creates a report access of an account. @returns its secret */
async function createAccess(accountId: string): Promise<string> {
  const answer = await http.app.inject({
    method: 'POST',
    url: '/reports/access',
    headers: { authorization: `Bearer ${accountId}` },
    payload: { name: 'Power BI' },
  });
  return answer.json<{ secret: string }>().secret;
}

async function admits(secret: string): Promise<boolean> {
  const { tool } = createReportAuthenticator(database, () => new Date());
  return tool(`Bearer ${secret}`, '192.0.2.1').then(
    (session) => session !== null,
    () => false,
  );
}

it('revokes the report access of an account when its owner undoes a takeover, not that of a colleague', async () => {
  await registerAccount(identity, new Browser(identity.origin), { email, password });
  const { tokens } = await signInForTokens(identity.origin, { username: email, password });
  const token = await identity.identity.verifyAccessToken(tokens.access_token);
  account = { sub: token?.sub ?? '', tenantId: token?.tenantId ?? '' };
  const secrets = [
    await createAccess(account.sub),
    await createAccess(account.sub),
    await createAccess(colleague),
  ];
  const admitted = () => Promise.all(secrets.map(admits));
  expect(await admitted()).toEqual([true, true, true]);

  const change = await callApi(identity.origin, tokens, 'POST', '/users/me/email', {
    currentPassword: password,
    email: 'thief@evil.test',
  });
  expect(change.status).toBe(202);
  const link = readToken((await emailsTo(identity, 'thief@evil.test'))[0]);
  const browser = new Browser(identity.origin);
  expect((await postJson(browser, '/verify-email', { token: link })).status).toBe(200);
  const notice = (await emailsTo(identity, email)).find(({ text }) =>
    text.includes('/undo-email?'),
  );

  const undone = await postJson(browser, '/undo-email', {
    token: readToken(notice),
    password: 'năm con vịt dưới ao',
    revoke_access: 'on',
  });
  expect(undone.status).toBe(200);
  expect(await admitted()).toEqual([false, false, true]);
  const entries = await identity.admin(
    `select subject_name, actor_id from audit.entry where action = 'reports.access_revoked'`,
  );
  const revoked = { subject_name: 'Power BI', actor_id: null };
  expect(entries).toEqual([revoked, revoked]);
});
