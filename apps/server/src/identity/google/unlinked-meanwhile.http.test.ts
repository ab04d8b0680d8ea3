import { afterAll, expect, it } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { exchangeCode, locationOf, readError } from '../testing/browser.ts';
import { startIdentity } from '../testing/start-identity.ts';
import {
  newAccountEmail,
  postCallback,
  readRedirect,
  startGoogleLogin,
  startSandboxGoogle,
} from './testing/google-login.ts';

const google = await startSandboxGoogle();
const running = await startIdentity({ GOOGLE_ISSUER: google.issuer }, { watch });
afterAll(async () => {
  await running.stop();
  await google.sandbox.stop();
});

/** Runs before a login is stored as answered. */
let beforeAnswer = async (): Promise<void> => undefined;

function watch(database: Database): Database {
  return {
    ...database,
    async execute(statement, values) {
      const [model, , payload] = values ?? [];
      if (model === 'Interaction' && String(payload).includes('"accountId"')) await beforeAnswer();
      return database.execute(statement, values);
    },
  };
}

async function comeBack() {
  const visit = await startGoogleLogin(running.origin);
  const code = await google.consent(newAccountEmail, visit.request);
  return { visit, answer: await postCallback(visit.browser, { code, state: visit.state }) };
}

it('a login by Google fails that is unlinked before it is answered', async () => {
  const first = await comeBack();
  const redirect = await first.visit.browser.fetch((await readRedirect(first.answer)).href);
  const code = locationOf(redirect).searchParams.get('code') ?? '';
  expect((await exchangeCode(running.origin, code, first.visit.verifier)).status).toBe(200);
  // A new password unlinks it, and deletes the logins that were answered.
  beforeAnswer = async () => {
    await running.admin('delete from identity.external_identity');
  };
  const { answer } = await comeBack();
  expect([answer.status, (await readError(answer)).error]).toEqual([410, 'interaction_expired']);
  const answered = `select from identity.artifact where model = 'Interaction' and account_id is not null`;
  expect(await running.admin(answered)).toEqual([]);
});
