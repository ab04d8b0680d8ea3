import { createServer } from 'node:http';
import { ApiError, webhookRoutes, WebhookState } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testSession } from '../../../test/test-session.ts';
import { callJson } from '../../../test/call-json.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import {
  createNotificationFixture,
  firstSyncDone,
  log,
  needsReauthorization,
  later as fannedOutAt,
} from '../testing/notification-fixture.ts';
import { deliverDueWebhooks } from './deliver.ts';
import { insertDelivery } from './delivery-store.ts';
import { enqueueForWebhook } from './enqueue-event.ts';
import { createWebhooks, type WebhooksDependencies } from './index.ts';
import type { PostOptions } from './post.ts';
import { signatureHeaders } from './signature.ts';

const testKey = { id: 'test', bytes: Buffer.alloc(32, 7) };
const clock = { now: fannedOutAt };
/** What the receiver got, and how it answers. */
const received: { headers: Record<string, unknown>; body: string }[] = [];
interface Receiver {
  status: number;
  beforeAnswer(body: string): Promise<void>;
}
const answersAtOnce: Receiver = { status: 200, beforeAnswer: async () => undefined };
const receiver = { ...answersAtOnce };
const url = () => {
  const address = server.address();
  return `http://hook.test:${typeof address === 'object' && address ? address.port : 0}/in`;
};
const loopback: PostOptions = {
  isAllowed: () => true,
  resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
};

const openEvents = sql(
  'test.open_events',
  'select resolved_at is null as is_open from notifications.event where tenant_id = $1',
);

const blockedStatement = sql(
  'test.blocked',
  `select from pg_locks waiting where not granted and exists (
     select from pg_locks held join pg_database d on d.oid = held.database
      where held.pid = waiting.pid and d.datname = current_database())`,
);

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

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
  token = 'owner',
) => callJson(http, token, method, `/team/webhook${path}`, payload);

const running = new AbortController().signal;
const deliver = (more: Partial<WebhooksDependencies> = {}) =>
  deliverDueWebhooks({ ...dependencies, ...more }, running);
async function save(kinds = ['first_sync_done', 'shop_needs_you']): Promise<string | null> {
  const { status, body } = await call('PUT', '', { url: url(), kinds });
  expect({ status, body }).toMatchObject({ status: 200 });
  return Value.Parse(webhookRoutes.saveWebhook.response, body).secret;
}
async function readState(): Promise<WebhookState> {
  const { body } = await call('GET');
  return Value.Parse(WebhookState, body);
}
const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms);
};
const hourMs = 3_600_000;

describe('the webhook of a team', () => {
  it('receives each event once, signed with its secret', async () => {
    const secret = (await save()) ?? '';
    await desk.notify(firstSyncDone);
    await desk.passOn();
    later(1000);
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(received).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const id = String(headers['webhook-id']);
    expect(headers).toMatchObject(signatureHeaders(secret, { id, at, body }));
    expect(JSON.parse(body)).toMatchObject({
      type: 'first_sync_done',
      data: {
        title: { vi: expect.any(String), en: 'First sync complete: Hoa Mai' },
        url: 'https://app.test/',
        shops: [{ name: 'Hoa Mai' }],
      },
    });
    expect((await call('GET')).body).toMatchObject({
      webhook: { failingSince: null },
      deliveries: [{ id, type: 'first_sync_done', state: 'delivered', status: 200, attempts: 1 }],
    });
  });

  it('receives the chosen kinds only, and nothing of another team', async () => {
    await save(['shop_needs_you']);
    await desk.notify(firstSyncDone);
    desk.anotherTeam();
    await desk.notify(needsReauthorization());
    later(1000);
    await deliver();
    expect(received).toEqual([]);
  });

  it('is retried under the same id after a failure, then given up', async () => {
    await save();
    await desk.notify(firstSyncDone);
    receiver.status = 500;
    later(1000);
    await deliver();
    await deliver();
    expect(received).toHaveLength(1);
    const failing = await readState();
    expect(failing.webhook?.failingSince).toEqual(expect.any(String));
    expect(failing.deliveries).toMatchObject([
      { state: 'waiting', status: 500, problem: 'status' },
    ]);
    receiver.status = 200;
    later(hourMs);
    await deliver();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(received[0]?.body).toBe(received[1]?.body);
    expect((await readState()).webhook?.failingSince).toBeNull();
    receiver.status = 503;
    await desk.notify(needsReauthorization());
    for (let attempt = 0; attempt < 14; attempt += 1) {
      later(4 * hourMs);
      await deliver();
    }
    const { deliveries } = await readState();
    const failed = deliveries.find(({ type }) => type === 'shop_needs_you');
    expect(failed).toMatchObject({ state: 'failed', attempts: 12, nextAt: null });
  });

  it('is disabled with a notification after three days of failures, until it is saved again', async () => {
    await save();
    receiver.status = 500;
    for (const name of ['a', 'b']) {
      await desk.notify(needsReauthorization(name));
      later(74 * hourMs);
      await deliver();
    }
    expect((await call('GET')).body).toMatchObject({
      webhook: { disabledAt: expect.any(String) },
      deliveries: [{ state: 'failed' }, { state: 'failed' }],
    });
    await desk.passOn();
    expect(await desk.titles('owner')).toContain('Your team’s webhook was disabled');
    expect(await desk.titles('member')).not.toContain('Your team’s webhook was disabled');
    await desk.notify(needsReauthorization('c'));
    expect((await readState()).deliveries).toHaveLength(2);
    await save();
    expect((await readState()).webhook).toMatchObject({
      disabledAt: null,
      failingSince: null,
    });
  });

  it('is disabled at once when it responds 410', async () => {
    await save();
    receiver.status = 410;
    await call('POST', '/test');
    later(1000);
    await deliver();
    expect((await readState()).webhook?.disabledAt).toEqual(expect.any(String));
  });

  it('resolves the notification that it was disabled when it is deleted', async () => {
    await save();
    receiver.status = 410;
    await call('POST', '/test');
    later(1000);
    await deliver();
    const read = () =>
      desk.database.tenantRead<{ isOpen: boolean }>(desk.tenantId, openEvents, [desk.tenantId]);
    expect(await read()).toEqual([{ isOpen: true }]);
    expect((await call('DELETE')).status).toBe(204);
    expect(await read()).toEqual([{ isOpen: false }]);
  });

  it('keeps what it was sent for thirty days', async () => {
    await save();
    await call('POST', '/test');
    later(1000);
    await deliver();
    const listed = async () => (await readState()).deliveries.length;
    const webhooks = createWebhooks(dependencies);
    later(30 * 24 * hourMs - 1000);
    await webhooks.purge(running);
    expect(await listed()).toBe(1);
    later(1);
    await webhooks.purge(running);
    expect(await listed()).toBe(0);
  });

  it('stays enabled when an address that was replaced meanwhile responds 410', async () => {
    await save();
    await desk.notify(firstSyncDone);
    await desk.passOn();
    receiver.status = 410;
    receiver.beforeAnswer = async () => {
      const kinds = ['first_sync_done'];
      expect((await call('PUT', '', { url: `${url()}/new`, kinds })).status).toBe(200);
    };
    await deliver();
    expect((await readState()).webhook).toMatchObject({ disabledAt: null, failingSince: null });
    Object.assign(receiver, answersAtOnce);
    later(hourMs);
    await deliver();
    expect(received).toHaveLength(2);
    expect((await readState()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  it('keeps failing when an address that was replaced meanwhile succeeds late', async () => {
    await save();
    await desk.notify(firstSyncDone);
    await desk.passOn();
    receiver.beforeAnswer = async () => {
      const kinds = ['first_sync_done'];
      expect((await call('PUT', '', { url: `${url()}/new`, kinds })).status).toBe(200);
      Object.assign(receiver, answersAtOnce, { status: 500 });
      await call('POST', '/test');
      later(1000);
      await deliver();
      receiver.status = 200;
    };
    await deliver();
    const { webhook, deliveries } = await readState();
    expect(deliveries.map(({ state }) => state).toSorted()).toEqual(['delivered', 'waiting']);
    expect(webhook?.failingSince).toEqual(expect.any(String));
    later(hourMs);
    await deliver();
    expect((await readState()).webhook?.failingSince).toBeNull();
  });

  it('receives again what a killed process had leased', async () => {
    await save();
    await call('POST', '/test');
    later(1000);
    let calls = 0;
    const tenant: typeof desk.database.tenant = (tenantId, work) => {
      calls += 1;
      return calls > 1 ? Promise.reject(new Error('killed')) : desk.database.tenant(tenantId, work);
    };
    await deliver({ database: { ...desk.database, tenant } });
    later(120_000);
    await deliver();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await readState()).deliveries).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  it('is retried with a growing delay while the key of its secret is missing', async () => {
    await save();
    await call('POST', '/test');
    later(1000);
    const vault = createVault(createKeyring([{ id: 'other', bytes: Buffer.alloc(32, 9) }]));
    await deliver({ vault });
    expect(received).toEqual([]);
    later(4 * hourMs);
    await deliver({ vault });
    const { deliveries } = await readState();
    expect(deliveries).toMatchObject([{ problem: 'secret_unreadable', attempts: 2 }]);
    const nextAt = new Date(String(deliveries[0]?.nextAt));
    expect(nextAt.getTime() - clock.now.getTime()).toBeLessThan(40_000);
    later(hourMs);
    await deliver();
    expect((await readState()).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  it('delays no other team although its receiver is slow and many deliveries are due', async () => {
    await save();
    await desk.database.tenant(desk.tenantId, async (tx) => {
      for (let each = 0; each < 205; each += 1) {
        const slow = { eventId: null, type: 'test', payload: 'slow' };
        await insertDelivery(tx, slow, clock.now);
      }
    });
    desk.anotherTeam();
    await save();
    later(1000);
    await call('POST', '/test');
    later(1000);
    const isOtherReceived = Promise.withResolvers<void>();
    receiver.beforeAnswer = async (body) => {
      if (body === 'slow') await isOtherReceived.promise;
      else isOtherReceived.resolve();
    };
    await deliver();
    expect(received).toHaveLength(206);
    expect(received.slice(0, 3).filter(({ body }) => body !== 'slow')).toHaveLength(1);
  });

  it('has a secret that is shown once and can be rotated', async () => {
    const first = await save();
    expect(await save()).toBeNull();
    const { body } = await call('POST', '/secret');
    const { secret } = Value.Parse(webhookRoutes.renewWebhookSecret.response, body);
    expect(secret).not.toBe(first);
    expect(JSON.stringify((await call('GET')).body)).not.toContain('whsec');
    await call('POST', '/test');
    later(1000);
    await deliver();
    const [{ headers, body: sent } = { headers: {}, body: '' }] = received;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const id = String(headers['webhook-id']);
    expect(headers).toMatchObject(signatureHeaders(secret, { id, at, body: sent }));
    const rotated = createVault(
      createKeyring([{ id: 'next', bytes: Buffer.alloc(32, 8) }, testKey]),
    );
    const webhooks = createWebhooks({ ...dependencies, vault: rotated });
    const oldSecrets = async () => {
      const tenants: string[] = [];
      const record = async (tenantId: string) => void tenants.push(tenantId);
      await webhooks.eachOldSecret(record, AbortSignal.timeout(60_000));
      return tenants;
    };
    expect(await oldSecrets()).toContain(desk.tenantId);
    expect(await webhooks.rewrapSecret(desk.tenantId)).toBe(true);
    expect(await webhooks.rewrapSecret(desk.tenantId)).toBe(false);
    expect(await oldSecrets()).not.toContain(desk.tenantId);
  });

  it('is deleted only after a delivery that is just being added', async () => {
    await save();
    const deletions: Promise<{ status: number }>[] = [];
    const deleteMeanwhile = async () => {
      const deletion = call('DELETE');
      deletions.push(deletion);
      const untilBlocked = async () => {
        await expect.poll(() => desk.database.query(blockedStatement)).toHaveLength(1);
      };
      await Promise.race([deletion, untilBlocked()]);
    };
    await desk.database.tenant(desk.tenantId, (tx) =>
      enqueueForWebhook(
        {
          ...tx,
          async execute(statement, values) {
            await deleteMeanwhile();
            return tx.execute(statement, values);
          },
        },
        [{ ...firstSyncDone, eventId: newId(), occurredAt: clock.now }],
        'https://app.test',
        clock.now,
      ),
    );
    expect(await Promise.all(deletions)).toMatchObject([{ status: 204 }]);
  });

  it('can be managed by owners only, and requires a public https host', async () => {
    expect((await call('GET', '', undefined, 'member')).status).toBe(403);
    expect((await call('POST', '/test')).body).toMatchObject({ error: 'webhook_unknown' });
    const refusal = async (address: string) => {
      const { body } = await call('PUT', '', { url: address, kinds: ['first_sync_done'] });
      return Value.Parse(ApiError, body).error;
    };
    expect(await refusal('ftp://shop.vn')).toBe('webhook_url');
    await save();
    expect((await call('DELETE')).status).toBe(204);
    expect((await readState()).webhook).toBeNull();
  });
});
