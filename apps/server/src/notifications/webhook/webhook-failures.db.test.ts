import { describe, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { firstSyncDone, needsReauthorization } from '../testing/notification-fixture.ts';
import { createWebhookFixture, answersAtOnce, hourMs } from '../testing/webhook-fixture.ts';

const {
  call,
  clock,
  deliver,
  desk,
  later,
  readState,
  received,
  receiver,
  save,
  untilBlocked,
  url,
} = await createWebhookFixture();

const openEvents = sql(
  'test.open_events',
  'select resolved_at is null as is_open from notifications.event where tenant_id = $1',
);

/** Saves a webhook, which responds to its first delivery that it is gone. */
async function saveGone(): Promise<void> {
  await save();
  receiver.status = 410;
  await call('POST', '/test');
  later(1000);
  await deliver();
}

describe('a webhook whose deliveries fail', () => {
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
    await saveGone();
    expect((await readState()).webhook?.disabledAt).toEqual(expect.any(String));
  });

  it('resolves the notification that it was disabled when it is deleted', async () => {
    await saveGone();
    const read = () =>
      desk.database.tenantRead<{ isOpen: boolean }>(desk.tenantId, openEvents, [desk.tenantId]);
    expect(await read()).toEqual([{ isOpen: true }]);
    expect((await call('DELETE')).status).toBe(204);
    expect(await read()).toEqual([{ isOpen: false }]);
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

  it('records a success while a failure at the same moment disables it', async () => {
    await save();
    await call('POST', '/test');
    receiver.status = 500;
    later(1000);
    await deliver();
    await call('POST', '/test');
    later(hourMs);
    const answers = [200, 410];
    receiver.beforeAnswer = async () => {
      receiver.status = answers.shift() ?? 500;
    };
    const isLockedByFailure = Promise.withResolvers<void>();
    const tenant: typeof desk.database.tenant = (tenantId, work) =>
      desk.database.tenant(tenantId, (tx) =>
        work({
          ...tx,
          async execute(statement, values) {
            const isAttempt = statement.name === 'notifications.record_webhook_attempt';
            const status = isAttempt ? values?.[3] : null;
            // The failure has locked the webhook before it records its attempt.
            if (status === 410) isLockedByFailure.resolve();
            const changed = await tx.execute(statement, values);
            if (status === 200) await Promise.race([isLockedByFailure.promise, untilBlocked()]);
            return changed;
          },
        }),
      );
    await deliver({ database: { ...desk.database, tenant } });
    const { webhook, deliveries } = await readState();
    expect(deliveries.map(({ state, status }) => [state, status]).toSorted()).toEqual([
      ['delivered', 200],
      ['failed', 410],
    ]);
    expect(webhook?.disabledAt).toEqual(expect.any(String));
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
});
