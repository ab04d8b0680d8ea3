import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { notificationKinds } from '../messages/kinds.ts';
import {
  createNotificationFixture,
  firstSyncDone,
  needsReauthorization,
  now,
} from '../testing/notification-fixture.ts';

const desk = await createNotificationFixture();
beforeEach(() => desk.anotherTeam());

const unknownKind = 'from_the_future';
const addEvents = sql(
  'test.add_unknown_events',
  `insert into notifications.event
     (tenant_id, event_id, kind, dedupe_key, subject, data, occurred_at, next_try_at)
   select $1, id, $3, id, id, '{"shops":[]}', now(), now() from unnest($2::uuid[]) as id`,
);
const learnKind = sql(
  'test.learn_kind',
  `update notifications.event set kind = 'first_sync_done' where tenant_id = $1 and kind = $2`,
);
const setFacts = sql(
  'test.set_facts',
  'update notifications.event set data = $3 where tenant_id = $1 and kind = $2',
);
const unlearnKind = sql(
  'test.unlearn_kind',
  'update notifications.event set kind = $2 where tenant_id = $1',
);
const dueTenants = sql(
  'test.due_tenants',
  'select tenant_id from notifications.due_tenants($1, 1000)',
);
const isDueFor = async (kinds: readonly string[]) => {
  const rows = await desk.database.query<{ tenantId: string }>(dueTenants, [kinds]);
  return rows.some((row) => row.tenantId === desk.tenantId);
};
const addUnknown = (count: number) =>
  desk.database.tenant(desk.tenantId, (tx) =>
    tx.execute(addEvents, [
      tx.tenantId,
      Array.from({ length: count }, () => newId(now.getTime() - 1000)),
      unknownKind,
    ]),
  );

describe('an event of a kind from a newer release', () => {
  it('waits for a worker of that release without blocking others', async () => {
    await addUnknown(150);
    await desk.notify(needsReauthorization());
    expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
    expect(await isDueFor(notificationKinds)).toBe(false);
    expect(await isDueFor([...notificationKinds, unknownKind])).toBe(true);
  });

  it('is delivered by that worker', async () => {
    await addUnknown(1);
    await desk.passOn();
    await desk.database.tenant(desk.tenantId, (tx) =>
      tx.execute(learnKind, [tx.tenantId, unknownKind]),
    );
    await desk.passOn();
    expect(await desk.titles('owner')).toHaveLength(1);
  });

  it('keeps its email queued', async () => {
    await desk.notify(needsReauthorization());
    await desk.database.tenant(desk.tenantId, (tx) =>
      tx.execute(unlearnKind, [tx.tenantId, unknownKind]),
    );
    const { notifications } = await desk.as('owner');
    const [data] = await desk.queuedEmails();
    await expect(notifications.composeEmail(data)).rejects.toThrow(unknownKind);
  });
});

describe('an event with facts of another shape', () => {
  const changeFacts = (kind: string) =>
    desk.database.tenant(desk.tenantId, (tx) =>
      tx.execute(setFacts, [tx.tenantId, kind, JSON.stringify({ shops: 'all' })]),
    );

  it('hides no other notification after a newer release has delivered it', async () => {
    await desk.notify(needsReauthorization());
    await desk.notify(firstSyncDone);
    await changeFacts(firstSyncDone.kind);
    expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
  });

  it('delays no others, and is reported', async () => {
    await addUnknown(150);
    await changeFacts(unknownKind);
    await desk.database.tenant(desk.tenantId, (tx) =>
      tx.execute(learnKind, [tx.tenantId, unknownKind]),
    );
    await expect(desk.passOn()).rejects.toThrow('100 events');
    await expect(desk.notify(needsReauthorization())).rejects.toThrow('events have another shape');
    expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
    expect(await isDueFor(notificationKinds)).toBe(false);
  });
});
