import { beforeEach, describe, expect, it } from 'vitest';
import {
  needsReauthorization,
  createNotificationFixture,
  otherShop,
  shop,
  firstSyncDone,
} from '../testing/notification-fixture.ts';

const desk = await createNotificationFixture();
beforeEach(() => desk.anotherTeam());

describe('checklist 58: the notification settings', () => {
  const save = async (
    accountId: string,
    body: { kinds: { kind: string; inApp: boolean; mail: boolean }[]; mutedShopIds: string[] },
  ) => (await desk.as(accountId)).call('PUT', '/user/notification_settings', body);

  const auditEvents = async () => {
    const { status, body } = await (await desk.as('owner')).call('GET', '/audit?group=settings');
    expect(status).toBe(200);
    return body['items'];
  };

  it('list the kinds, the channels, the address of emails, and why a kind is always on', async () => {
    const { body } = await (await desk.as('owner')).call('GET', '/user/notification_settings');
    expect(body).toMatchObject({
      mailTo: 'owner@shop.test',
      mailAvailable: true,
      shops: [{ id: shop.id, name: 'Hoa Mai', isEnabled: true }],
    });
    expect(body['kinds']).toMatchObject([
      { kind: 'shop_needs_you', mail: true, lockedBecause: expect.stringMatching(/^Always on/) },
      { kind: 'shop_expiring', mail: true, lockedBecause: expect.stringMatching(/^Always on/) },
      { kind: 'shop_moved', mail: true, lockedBecause: expect.stringMatching(/^Always on/) },
      { kind: 'data_late', mail: false, lockedBecause: null },
      { kind: 'sales_drop', mail: true, lockedBecause: null },
      { kind: 'cancellations_up', mail: true, lockedBecause: null },
      { kind: 'returns_up', mail: true, lockedBecause: null },
      { kind: 'fees_up', mail: true, lockedBecause: null },
      { kind: 'payouts_overdue', mail: true, lockedBecause: null },
      { kind: 'ads_without_sales', mail: true, lockedBecause: null },
      { kind: 'stock_low', inApp: true, mail: false, lockedBecause: null },
      { kind: 'first_sync_done', mail: true, lockedBecause: null },
      { kind: 'link_failed', mail: false, lockedBecause: null },
      { kind: 'role_changed', mail: true, lockedBecause: null },
      { kind: 'member_joined', mail: false, lockedBecause: null },
      {
        kind: 'report_access_made',
        mail: true,
        lockedBecause: expect.stringMatching(/^Always on/),
      },
      { kind: 'report_offered', mail: true, lockedBecause: null },
      { kind: 'report_failed', mail: false, lockedBecause: null },
      { kind: 'alert_raised', mail: true, lockedBecause: null },
      { kind: 'webhook_disabled', mail: true, lockedBecause: null },
    ]);
  });

  it('mute a kind, by email and in the application', async () => {
    const kinds = [{ kind: 'first_sync_done', inApp: false, mail: false }];
    expect((await save('owner', { kinds, mutedShopIds: [] })).status).toBe(200);
    await desk.notify(firstSyncDone);
    expect(await desk.titles('owner')).toEqual([]);
    expect(await desk.titles('member')).toHaveLength(1);
    expect(await desk.queuedEmails()).toHaveLength(2);
  });

  it('cannot mute in the application what stops the reports', async () => {
    const kinds = [{ kind: 'shop_needs_you', inApp: false, mail: false }];
    const refused = await save('owner', { kinds, mutedShopIds: [] });
    expect(refused).toMatchObject({ status: 422, body: { error: 'cannot_be_silenced' } });
    await save('owner', {
      kinds: [{ kind: 'shop_needs_you', inApp: true, mail: false }],
      mutedShopIds: [shop.id],
    });
    await desk.say(needsReauthorization());
    await desk.notify(firstSyncDone);
    expect(await desk.titles('owner')).toEqual(['Lazada ended access to Hoa Mai']);
  });

  it('mute one shop, but not another one of the same event', async () => {
    await save('owner', { kinds: [], mutedShopIds: [shop.id] });
    desk.team = desk.team.filter((member) => member.accountId === 'owner');
    await desk.notify(needsReauthorization('one'));
    expect(await desk.queuedEmails()).toHaveLength(0);
    await desk.notify(needsReauthorization('both', [shop, otherShop]));
    expect(await desk.queuedEmails()).toHaveLength(1);
  });

  it('record a change in the audit log, and nothing without a change', async () => {
    const quiet = { kinds: [{ kind: 'link_failed', inApp: false, mail: false }], mutedShopIds: [] };
    await save('member', { kinds: [], mutedShopIds: [] });
    expect(await auditEvents()).toEqual([]);
    await save('member', quiet);
    await save('member', quiet);
    const line = {
      action: 'settings.changed',
      actor: { id: 'member' },
      summary: 'Changed settings: notifications',
    };
    expect(await auditEvents()).toMatchObject([line]);
    await save('member', { ...quiet, mutedShopIds: [shop.id] });
    expect(await auditEvents()).toMatchObject([line, line]);
  });

  it('record nothing when saving failed', async () => {
    const kinds = [{ kind: 'shop_needs_you', inApp: false, mail: false }];
    await save('owner', { kinds, mutedShopIds: [] });
    expect(await auditEvents()).toEqual([]);
  });
});
