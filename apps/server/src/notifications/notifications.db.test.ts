import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../platform/database/database.ts';
import { startJobQueue } from '../platform/jobs/jobs.ts';
import { notify, type NotificationInput } from './index.ts';
import {
  later,
  log,
  needsReauthorization,
  now,
  createNotificationFixture,
  shop,
  firstSyncDone,
} from './testing/notification-fixture.ts';

const desk = await createNotificationFixture();
beforeEach(() => desk.anotherTeam());

const expired = new Date(later.getTime() - 181 * 86_400_000);
const ageEvents = sql(
  'test.age_events',
  'update notifications.event set occurred_at = $2 where tenant_id = $1',
);
const countEvents = sql(
  'test.count_events',
  'select count(*)::integer as events from notifications.event where tenant_id = $1',
);

describe('checklist 57: an event', () => {
  it('is notified once, however often it is recorded and fanned out', async () => {
    await desk.say(needsReauthorization());
    await desk.say(needsReauthorization());
    await Promise.all([desk.passOn(), desk.passOn(), desk.passOn()]);
    await desk.notify(needsReauthorization());
    expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
    expect(await desk.queuedEmails()).toHaveLength(2);
  });

  it('is notified to those who can act on it', async () => {
    await desk.say(needsReauthorization());
    await desk.notify(firstSyncDone);
    expect(await desk.titles('member')).toHaveLength(2);
    expect(await desk.titles('viewer')).toEqual(['First sync complete: Hoa Mai']);
  });

  it('is notified to a single account when it concerns one', async () => {
    const problem = { vi: 'Sàn không phản hồi.', en: 'The marketplace does not answer.' };
    const facts = { platform: 'LAZADA' as const, shops: [], problem };
    await desk.notify({
      kind: 'link_failed',
      key: '1',
      subject: 'link',
      accountId: 'member',
      facts,
    });
    expect(await desk.titles('owner')).toEqual([]);
    const [received] = (await (await desk.as('member', 'vi')).list()).items;
    expect(received).toMatchObject({
      title: 'Chưa liên kết được Lazada',
      text: problem.vi,
      action: { href: '/connect' },
    });
    expect(await desk.queuedEmails()).toHaveLength(0);
  });

  it('names the shop that was moved, but not the other team', async () => {
    const platform = 'LAZADA' as const;
    const facts = { platform, shops: [shop], moved: 'away' as const };
    await desk.notify({ kind: 'shop_moved', key: '1', subject: 'connection', facts });
    const [away] = (await (await desk.as('owner', 'vi')).list()).items;
    expect(away).toMatchObject({
      title: 'Một nhóm khác đã liên kết gian hàng Hoa Mai',
      text: expect.stringMatching(/^Nhóm của bạn không còn kết nối .* trên Lazada /),
      action: { href: '/connect' },
    });
    await desk.say(
      { kind: 'shop_moved', key: '2', subject: 'connection', facts: { ...facts, moved: 'here' } },
      later,
    );
    await desk.passOn();
    expect(await desk.titles('member')).toEqual([
      'Hoa Mai moved to your team',
      'Another team connected Hoa Mai',
    ]);
    expect(await desk.titles('viewer')).toEqual([]);
    expect(await desk.queuedEmails()).toHaveLength(4);
  });

  it('of a transaction that was rolled back is not notified', async () => {
    const undone = desk.database.tenant(desk.tenantId, async (tx) => {
      await notify(tx, needsReauthorization(), now);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await desk.passOn();
    expect(await desk.titles('owner')).toEqual([]);
  });

  it('is neither lost nor notified twice when the fan-out fails midway', async () => {
    await desk.say(needsReauthorization());
    await desk.say(firstSyncDone);
    await desk.allowEmails(false);
    try {
      await expect(desk.passOn()).rejects.toThrow('permission denied');
      // Deliveries and emails are inserted in one transaction.
      expect(await desk.titles('owner')).toEqual([]);
    } finally {
      await desk.allowEmails(true);
    }
    await Promise.all([desk.passOn(), desk.passOn()]);
    await desk.passOn();
    expect(await desk.titles('owner')).toHaveLength(2);
    // Two recipients of the first event, three of the second.
    expect(await desk.queuedEmails()).toHaveLength(5);
  });

  it('is not notified to the account that caused it', async () => {
    const by = { id: 'owner', name: 'Mai' };
    const facts = { shops: [], role: 'member' as const, by };
    await desk.say({ kind: 'member_joined', key: 'x', subject: 'member:x', facts });
    await desk.say({
      kind: 'role_changed',
      key: 'y',
      subject: 'member:y',
      accountId: 'viewer',
      facts,
    });
    await desk.passOn();
    expect(await desk.titles('owner')).toEqual([]);
    expect(await desk.titles('viewer')).toEqual(['Your role in the team is now member']);
  });

  it('is updated within the hour instead of repeated: one email, the newest role', async () => {
    const by = { id: 'owner', name: 'Mai' };
    for (const role of ['member', 'viewer', 'member', 'owner'] as const) {
      await desk.say({
        kind: 'role_changed',
        key: 'viewer:2026-11-22T03',
        subject: 'member:viewer',
        accountId: 'viewer',
        updates: true,
        facts: { shops: [], role, by },
      });
      await desk.passOn();
    }
    expect(await desk.titles('viewer')).toEqual(['Your role in the team is now owner']);
    expect(await desk.queuedEmails()).toHaveLength(1);
  });

  it('sends at most thirty emails a day to one address, and continues in the application', async () => {
    desk.team = [{ accountId: 'owner', role: 'owner', email: 'flooded@shop.test' }];
    for (let each = 0; each < 40; each += 1) {
      await desk.say({ ...firstSyncDone, key: `flood ${each}` });
    }
    await desk.passOn();
    expect(await desk.queuedEmails()).toHaveLength(30);
    expect((await (await desk.as('owner')).list('?pageSize=100')).items).toHaveLength(40);
  });

  it('sends at most five hundred emails a day per team, without affecting others', async () => {
    desk.team = Array.from({ length: 20 }, (_, each) => ({
      accountId: `owner ${each}`,
      role: 'owner',
      email: `owner${each}@crowd.test`,
    }));
    for (let each = 0; each < 26; each += 1) {
      await desk.say({ ...firstSyncDone, key: `crowd ${each}` });
    }
    await desk.passOn();
    expect(await desk.queuedEmails()).toHaveLength(500);
    expect((await (await desk.as('owner 0')).list('?pageSize=100')).items).toHaveLength(26);
    desk.anotherTeam();
    await desk.notify(firstSyncDone);
    expect(await desk.queuedEmails()).toHaveLength(3);
  });

  it('is hidden from other teams', async () => {
    await desk.notify(needsReauthorization());
    desk.anotherTeam();
    expect(await desk.titles('owner')).toEqual([]);
  });
});

describe('a resolved event', () => {
  it('does not count as unread, and shows when it was resolved', async () => {
    await desk.notify(needsReauthorization());
    const owner = await desk.as('owner');
    expect((await owner.list()).unread).toBe(1);
    await desk.resolve();
    const after = await owner.list();
    expect(after.unread).toBe(0);
    expect(after.items[0]).toMatchObject({ resolvedAt: later.toISOString(), readAt: null });
  });

  it('that was not yet notified is dropped', async () => {
    await desk.say(needsReauthorization());
    await desk.resolve();
    await desk.passOn();
    expect(await desk.titles('owner')).toEqual([]);
    expect(await desk.queuedEmails()).toHaveLength(0);
  });
});

describe('an email', () => {
  const sentEmails = async () => {
    const { notifications } = await desk.as('owner');
    const all = await Promise.all(
      (await desk.queuedEmails()).map((data) => notifications.composeEmail(data)),
    );
    return all.filter((each) => each !== null);
  };

  it('is written in the language of its recipient, with a link to the remedy', async () => {
    await (await desk.as('owner', 'vi')).list();
    await (await desk.as('member', 'en')).list();
    await desk.notify(needsReauthorization());
    const [one, other] = (await sentEmails()).toSorted((a, b) => (a.to < b.to ? 1 : -1));
    expect(one).toMatchObject({
      to: 'owner@shop.test',
      subject: 'Lazada đã ngắt quyền truy cập của gian hàng Hoa Mai',
    });
    expect(one?.text).toContain('https://app.test/connect\n');
    expect(one?.text).toContain('https://app.test/settings/notifications');
    expect(other).toMatchObject({
      to: 'member@shop.test',
      subject: 'Lazada ended access to Hoa Mai',
    });
  });

  it('is not sent to recipients who have read it or left, nor when it is resolved', async () => {
    await desk.notify(needsReauthorization());
    const owner = await desk.as('owner');
    const [item] = (await owner.list()).items;
    await owner.call('POST', `/user/notifications/${item?.id}/read`);
    expect((await sentEmails()).map((each) => each.to)).toEqual(['member@shop.test']);
    const all = desk.team;
    desk.team = all.filter((member) => member.accountId !== 'member');
    expect(await sentEmails()).toEqual([]);
    desk.team = all;
    await desk.resolve();
    expect(await sentEmails()).toEqual([]);
  });
});

describe('the notification list', () => {
  it('is paged, newest first, and marked as read one by one or all at once', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
    await desk.say(needsReauthorization('a'), at(1));
    await desk.say(needsReauthorization('b'), at(2));
    await desk.notify(needsReauthorization('c'), at(3));
    const owner = await desk.as('owner');
    const first = await owner.list('?pageSize=2');
    expect(first.items).toHaveLength(2);
    const rest = await owner.list(`?pageSize=2&cursor=${first.nextCursor}`);
    expect(rest.items).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
    const ids = [...first.items, ...rest.items].map((item) => item.id);
    expect(ids).toEqual(ids.toSorted().toReversed());

    const one = await owner.call('POST', `/user/notifications/${ids[0]}/read`);
    expect(one.body).toEqual({ unread: 2 });
    await desk.notify(needsReauthorization('d'), at(4));
    // A notification that arrived after the list was read stays unread.
    const all = await owner.call('POST', '/user/notifications/read_all', { upTo: ids[0] });
    expect(all.body).toEqual({ unread: 1 });
    expect((await (await desk.as('member')).list()).unread).toBe(4);
  });

  it('checklist 24: states the days until a consent ends, and hours on its last day', async () => {
    const soon = (key: string, ms: number): NotificationInput => ({
      kind: 'shop_expiring',
      key,
      subject: key,
      facts: {
        platform: 'LAZADA',
        shops: [shop],
        endsAt: new Date(later.getTime() + ms).toISOString(),
      },
    });
    const hour = 3_600_000;
    await desk.say(soon('hours', 5 * hour));
    await desk.notify(soon('days', 98 * hour));
    expect(
      (await (await desk.as('owner', 'vi')).list()).items.map((item) => item.title).toSorted(),
    ).toEqual([
      'Quyền truy cập gian hàng Hoa Mai hết hạn sau 5 giờ',
      'Quyền truy cập gian hàng Hoa Mai hết hạn sau 5 ngày',
    ]);
    expect(await desk.titles('owner')).toContain('Access to Hoa Mai expires in 5 hours');
  });
});

it('deletes what was notified to a removed account, and what names it', async () => {
  const by = { id: 'member', name: 'Lan' };
  await desk.say(needsReauthorization());
  await desk.say({
    kind: 'member_joined',
    key: 'lan',
    subject: 'member:member',
    facts: { shops: [], role: 'member', by },
  });
  await desk.passOn();
  const member = await desk.as('member');
  await member.call('PUT', '/user/notification_settings', { kinds: [], mutedShopIds: [shop.id] });
  for (const _ of [1, 2]) await member.notifications.deleteAccountData(desk.tenantId, 'member');
  expect(await desk.titles('member')).toEqual([]);
  expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
  const { body } = await member.call('GET', '/user/notification_settings');
  expect(body['shops']).toMatchObject([{ isEnabled: true }]);
});

it('finds and fans out events of every team by the job', async () => {
  await desk.notify(firstSyncDone);
  const quiet = desk.tenantId;
  await desk.database.tenant(quiet, (tx) => tx.execute(ageEvents, [quiet, expired]));
  desk.anotherTeam();
  const boss = await startJobQueue({ url: desk.databaseUrl, poolSize: 6, log });
  const { notifications } = await desk.as('owner');
  let hours = 0;
  const work = await notifications.work({
    boss,
    everyHour: async () => void (hours += 1),
    pollIntervalMs: 100,
  });
  try {
    await desk.say(needsReauthorization());
    await expect.poll(() => desk.titles('owner'), { timeout: 60_000 }).toHaveLength(1);
    const first = desk.tenantId;
    desk.anotherTeam();
    await desk.say(firstSyncDone);
    await expect.poll(() => desk.titles('viewer'), { timeout: 60_000 }).toHaveLength(1);
    expect(desk.tenantId).not.toBe(first);
    await expect.poll(() => hours, { timeout: 40_000 }).toBeGreaterThan(0);
    // Expired events of a team are deleted although nothing new happens there.
    await expect
      .poll(() => desk.database.tenantRead(quiet, countEvents, [quiet]))
      .toEqual([{ events: 0 }]);
    expect(await desk.titles('viewer')).toHaveLength(1);
  } finally {
    await work.stop();
    await boss.stop({ graceful: true, timeout: 5000, close: true });
  }
});
