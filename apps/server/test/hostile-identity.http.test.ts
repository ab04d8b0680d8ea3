import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInForTokens } from '../src/identity/testing/browser.ts';
import {
  appOrigin,
  startIdentity,
  type TestIdentity,
} from '../src/identity/testing/start-identity.ts';
import { createApp } from '../src/platform/http/http.ts';
import { createLog } from '../src/platform/log.ts';
import { hostileText } from './hostile-calls.ts';
import { queryPrepared } from './query-prepared.ts';
import { checksumQuery } from './table-checksums.ts';

let identity: TestIdentity;
let app: FastifyInstance;
let admin: pg.Client;
/** Every route of the identity provider, as it was registered. */
const routes: { method: string; path: string }[] = [];

beforeAll(async () => {
  identity = await startIdentity(
    {},
    {
      async listen(provider, port) {
        app = createApp(createLog('silent'));
        app.addHook('onRoute', ({ method, url }) => {
          for (const each of [method].flat()) routes.push({ method: each, path: url });
        });
        await provider.mount(app, async (reply) => reply.send('application'));
        await app.listen({ port });
      },
    },
  );
  admin = new pg.Client({ connectionString: identity.url });
  await admin.connect();
});
afterAll(async () => {
  await app.close();
  await admin.end();
  await identity.stop();
});

/** Fields of forms and of the protocol, each with a value that is accepted or comes close to it. */
const fields = {
  client_id: 'seller-connect-web',
  redirect_uri: `${appOrigin}/`,
  scope: 'openid',
  state: 'state-of-16-chars',
  code: 'a',
  code_verifier: 'a'.repeat(43),
  token: 'a'.repeat(43),
  grant_type: 'authorization_code',
  refresh_token: 'a',
  username: 'seller@demo.test',
  currentPassword: 'demo-Seller-2026',
  password: 'demo-Seller-2026',
  email: 'new@shop.test',
  name: 'Lan',
  privacy: '2026-11-01',
  language: 'vi',
  interaction: 'a'.repeat(43),
  google: 'keep',
  revoke_access: 'on',
  prompt: 'login',
  id_token_hint: 'a',
  response_type: 'code',
  code_challenge: 'a'.repeat(43),
  return_to: '/settings',
  secret: 'a'.repeat(43),
  role: 'seller',
  account: 'seller@demo.test',
};
const members = Object.entries(fields).map(([name, value]) => [
  name,
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: hostileText }),
]);
const allMembers = fc.record<Record<string, string>>(Object.fromEntries(members));
const form = fc.oneof(
  allMembers,
  fc.record<Record<string, string>>(Object.fromEntries(members), { requiredKeys: [] }),
);
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const contentTypes = ['application/x-www-form-urlencoded', 'application/json'] as const;

it('answers any identity call without an internal error; a refused one changes nothing', async () => {
  const { origin } = identity;
  const { tokens } = await signInForTokens(origin, { username: 'staff@demo.test' });
  const query = await checksumQuery(admin, (table) => table.startsWith('identity.'));
  /** Emails are composed after the answer, which stores the secrets of their links. */
  const contents = async () => {
    const unsent = 'select count(*)::integer as emails from platform.mail';
    await expect.poll(() => queryPrepared(admin, unsent)).toEqual([{ emails: 0 }]);
    return queryPrepared(admin, query);
  };
  expect(routes.length).toBeGreaterThan(50);
  for (const { method, path } of routes) {
    if (!methods.has(method)) continue;
    const call = fc.record({
      parameters: fc.array(fc.oneof(fc.constantFrom('a', 'a'.repeat(43)), hostileText), {
        minLength: 3,
        maxLength: 3,
      }),
      form,
      contentType: fc.constantFrom(...contentTypes),
      from: fc.constantFrom(origin, origin, origin, appOrigin),
      authorization: fc.constantFrom(`Bearer ${tokens.access_token}`, 'Bearer a', 'Basic YTph'),
    });
    const property = fc.asyncProperty(call, async (given) => {
      const { contentType, authorization, from } = given;
      const parameters = [...given.parameters];
      const filled = path.replaceAll(/:\w+|\*/g, () =>
        encodeURIComponent((parameters.pop() ?? '').toWellFormed()),
      );
      const entries = Object.entries(given.form).map(([name, text]) => [name, text.toWellFormed()]);
      const encoded = new URLSearchParams(Object.fromEntries(entries)).toString();
      const isRead = method === 'GET';
      const before = isRead ? null : await contents();
      const answer = await fetch(`${origin}${filled}${isRead ? `?${encoded}` : ''}`, {
        method,
        redirect: 'manual',
        headers: { origin: from, authorization, ...(!isRead && { 'content-type': contentType }) },
        ...(!isRead && {
          body: contentType === 'application/json' ? JSON.stringify(given.form) : encoded,
        }),
      });
      const text = await answer.text();
      const outcome = `${method} ${path}: ${answer.status} ${text}`;
      if (!isExpectedUnavailability(method, answer, text)) {
        expect(answer.status < 500 ? 'fine' : outcome).toBe('fine');
      }
      if (before && answer.status >= 400) expect(await contents()).toEqual(before);
    });
    await fc.assert(property, { numRuns: 3 });
  }
});

const Failure = Type.Object({ error: Type.String() });

/** Returns whether it is one of the documented 503: a page that is not built here, or the full queue of hashing. */
function isExpectedUnavailability(method: string, { status, headers }: Response, text: string) {
  if (status !== 503) return false;
  if (method === 'GET' && headers.get('content-type')?.startsWith('text/plain')) return true;
  return (
    headers.get('content-type')?.includes('json') === true &&
    Value.Parse(Failure, JSON.parse(text)).error === 'busy'
  );
}
