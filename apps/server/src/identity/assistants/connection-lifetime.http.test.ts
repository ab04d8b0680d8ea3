import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  connectAssistant,
  fetchAssistantDocument,
  refreshAssistant,
  type AssistantTokens,
} from '../testing/assistant.ts';
import { Browser, callApi, signInForTokens, type Tokens } from '../testing/browser.ts';
import { registerAccount } from '../testing/emails.ts';
import { appOrigin, startIdentity } from '../testing/start-identity.ts';

const endedSignIns: unknown[] = [];
const running = await startIdentity(
  {},
  {
    fetchClientDocument: fetchAssistantDocument,
    onSignInsEnded: async (_who, ended) => void endedSignIns.push(ended),
  },
);
afterAll(() => running.stop());

const password = 'bốn con mèo trên mái';
let accountNumber = 0;
let email = '';
let browser: Browser;
/** Of the session in which the assistant was connected. */
let tokens: Tokens;
let assistant: AssistantTokens;

const signInAnew = () =>
  signInForTokens(running.origin, { username: email, password, remember: true });
const callOwn = (session: Tokens, method: string, path: string, body?: object) =>
  callApi(running.origin, session, method, `/users/me${path}`, body);
const isConnected = async ({ access_token: token }: AssistantTokens) =>
  (await running.identity.verifyAssistantToken(token)) !== null;
const sessionUid = async () =>
  (await running.identity.verifyAccessToken(tokens.access_token))?.sessionUid ?? '';

beforeEach(async () => {
  accountNumber += 1;
  email = `assisted-${accountNumber}@shop.test`;
  await registerAccount(running, new Browser(running.origin), { email, password });
  ({ browser, tokens } = await signInAnew());
  assistant = await connectAssistant(browser);
  endedSignIns.length = 0;
});

describe('the connection of an assistant', () => {
  it.each([
    [
      'the user signs out',
      async () => {
        const parameters = new URLSearchParams({
          id_token_hint: tokens.id_token,
          post_logout_redirect_uri: appOrigin,
        });
        await browser.fetch(`/oauth/logout?${parameters.toString()}`);
      },
    ],
    [
      'its session is ended in another one',
      async () => {
        const other = await signInAnew();
        await callOwn(other.tokens, 'DELETE', `/sessions/${await sessionUid()}`);
      },
    ],
    [
      'all other sessions are ended',
      async () => {
        const other = await signInAnew();
        await callOwn(other.tokens, 'DELETE', '/sessions');
      },
    ],
  ])('stays when %s', async (_, endSession) => {
    await endSession();
    expect(await running.identity.verifyAccessToken(tokens.access_token)).toBeNull();
    expect(await isConnected(assistant)).toBe(true);
    const refreshed = await refreshAssistant(running.origin, assistant);
    expect(refreshed.status).toBe(200);
    expect(await isConnected(refreshed)).toBe(true);
  });

  it('ends with a new password', async () => {
    const passwords = { currentPassword: password, newPassword: 'năm con vịt dưới ao' };
    expect((await callOwn(tokens, 'POST', '/password', passwords)).status).toBe(204);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).not.toBeNull();
    expect(await isConnected(assistant)).toBe(false);
    expect((await refreshAssistant(running.origin, assistant)).status).toBe(400);
  });

  it('is no use of the session in which it was made', async () => {
    const past = new Date(Date.now() - 3_600_000);
    const values = [await sessionUid(), past, new Date(Date.now() + 3_600_000)];
    await running.admin(
      `update identity.artifact set created_at = $2,
         expires_at = case when model = 'Session' then $3 else expires_at end where session_uid = $1`,
      values,
    );
    const ofSession = async () =>
      JSON.parse(await (await callOwn(tokens, 'GET', '/sessions')).text()).items[0];
    const before = await ofSession();
    expect((await refreshAssistant(running.origin, assistant)).status).toBe(200);
    expect(await ofSession()).toEqual(before);
  });

  it('ends alone when its refresh token is used twice', async () => {
    expect((await refreshAssistant(running.origin, assistant)).status).toBe(200);
    expect((await refreshAssistant(running.origin, assistant)).status).toBe(400);
    expect(await isConnected(assistant)).toBe(false);
    expect(endedSignIns).toEqual([]);
    expect(await running.identity.verifyAccessToken(tokens.access_token)).not.toBeNull();
  });
});
