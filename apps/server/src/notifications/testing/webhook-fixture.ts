import { createServer } from 'node:http';
import { webhookRoutes, WebhookState } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, expect } from 'vitest';
import { testSession } from '../../../test/test-session.ts';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { deliverDueWebhooks } from '../webhook/deliver.ts';
import { createWebhooks, type WebhooksDependencies } from '../webhook/index.ts';
import type { PostOptions } from '../webhook/post.ts';
import { createNotificationFixture, later as fannedOutAt, log } from './notification-fixture.ts';

export const testKey = { id: 'test', bytes: Buffer.alloc(32, 7) };
export const hourMs = 3_600_000;

interface Receiver {
  status: number;
  beforeAnswer(body: string): Promise<void>;
}
export const answersAtOnce: Receiver = { status: 200, beforeAnswer: async () => undefined };

const loopback: PostOptions = {
  isAllowed: () => true,
  resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
};

const blockedStatement = sql(
  'test.blocked',
  `select from pg_locks waiting where not granted and exists (
     select from pg_locks held join pg_database d on d.oid = held.database
      where held.pid = waiting.pid and d.datname = current_database())`,
);

/** Creates the webhook of a team, its receiver, and a clock that the tests of a file advance. Each test has a new team. */
export async function createWebhookFixture() {
  const clock = { now: fannedOutAt };
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const receiver = { ...answersAtOnce };
  const desk = await createNotificationFixture();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      void receiver.beforeAnswer(body).then(() => response.writeHead(receiver.status).end());
    });
  });
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
  const url = () => {
    const address = server.address();
    return `http://hook.test:${typeof address === 'object' && address ? address.port : 0}/in`;
  };
  const dependencies = {
    database: desk.database,
    vault: createVault(createKeyring([testKey])),
    allowHttp: true,
    appOrigin: 'https://app.test',
    log,
    now: () => clock.now,
    network: loopback,
  };
  const http = await createHttp({
    log,
    authenticate: async (accountId) =>
      testSession({
        tenantId: desk.tenantId,
        accountId,
        role: accountId === 'member' ? 'member' : 'owner',
      }),
  });
  createWebhooks(dependencies).routes(http);
  afterAll(async () => {
    server.close();
    await http.app.close();
  });
  beforeEach(() => {
    desk.anotherTeam();
    received.length = 0;
    Object.assign(receiver, answersAtOnce);
    clock.now = new Date(fannedOutAt.getTime() + 60_000);
  });

  const running = new AbortController().signal;
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path = '',
    payload?: object,
    token = 'owner',
  ) => callJson(http, token, method, `/team/webhook${path}`, payload);
  return {
    clock,
    /** What the receiver got. */
    received,
    /** How the receiver answers. */
    receiver,
    desk,
    url,
    dependencies,
    running,
    call,
    deliver: (more: Partial<WebhooksDependencies> = {}) =>
      deliverDueWebhooks({ ...dependencies, ...more }, running),
    async save(kinds = ['first_sync_done', 'shop_needs_you']): Promise<string | null> {
      const { status, body } = await call('PUT', '', { url: url(), kinds });
      expect({ status, body }).toMatchObject({ status: 200 });
      return Value.Parse(webhookRoutes.saveWebhook.response, body).secret;
    },
    async readState(): Promise<WebhookState> {
      const { body } = await call('GET');
      return Value.Parse(WebhookState, body);
    },
    later(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms);
    },
    async untilBlocked() {
      await expect.poll(() => desk.database.query(blockedStatement)).toHaveLength(1);
    },
  };
}
