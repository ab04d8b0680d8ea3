import { ApiError, webhookRoutes } from '@seller-connect/contract';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import type { NotificationInput } from '../delivery/outbox.ts';
import { firstSyncDone, needsReauthorization } from '../testing/notification-fixture.ts';
import { insertDelivery } from './delivery-store.ts';
import { enqueueForWebhook } from './enqueue-event.ts';
import { createWebhooks } from './index.ts';
import { signatureHeaders } from './signature.ts';
import { createWebhookFixture, hourMs, testKey } from '../testing/webhook-fixture.ts';

const {
  call,
  clock,
  deliver,
  dependencies,
  desk,
  later,
  readState,
  received,
  receiver,
  running,
  save,
  untilBlocked,
} = await createWebhookFixture();

const lockEvents = sql(
  'test.lock_events',
  'select from notifications.event where tenant_id = $1 for update',
);

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

  it('is deleted without a deadlock while that it was disabled is being passed on', async () => {
    await save();
    const disabled: NotificationInput = {
      kind: 'webhook_disabled',
      key: 'now',
      subject: 'webhook',
      facts: { shops: [], since: clock.now.toISOString() },
    };
    await desk.notify(disabled);
    const deletions: Promise<{ status: number }>[] = [];
    await desk.database.tenant(desk.tenantId, async (tx) => {
      // As `fanOut` does: first the events, then the webhook.
      await tx.query(lockEvents, [desk.tenantId]);
      const deletion = call('DELETE');
      deletions.push(deletion);
      await Promise.race([deletion, untilBlocked()]);
      const event = { ...disabled, eventId: newId(), occurredAt: clock.now };
      await enqueueForWebhook(tx, [event], 'https://app.test', clock.now);
    });
    expect(await Promise.all(deletions)).toMatchObject([{ status: 204 }]);
  });

  it('offers no kind that it could never receive', async () => {
    const kinds = (await readState()).kinds.map(({ kind }) => kind);
    expect(kinds).toContain('alert_raised');
    const personalKinds = ['link_failed', 'role_changed', 'report_offered', 'report_failed'];
    for (const kind of [...personalKinds, 'webhook_disabled']) expect(kinds).not.toContain(kind);
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
