import { NotificationSettings } from '@seller-connect/contract';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { isPublicHttpsUrl } from '../../platform/http/hosts/public-hosts.ts';
import { createKeyring, createVault } from '../../platform/vault/vault.ts';
import { sendDueMessages } from '../delivery/channel-messages.ts';
import {
  createNotificationFixture,
  firstSyncDone,
  log,
  needsReauthorization,
  now,
  shop,
  type TeamClient,
} from '../testing/notification-fixture.ts';
import { startPushService, type TestBrowser } from '../testing/push-service.ts';
import { createPushKeyLoader, rewrapPushKey } from './push-keys.ts';
import { maxMessagesPerDay } from './subscription-store.ts';

const pushService = await startPushService();
const desk = await createNotificationFixture({
  contact: 'mailto:ops@app.test',
  isEndpoint: isPublicHttpsUrl,
  post: pushService.post,
});
afterAll(() => pushService.stop());
beforeEach(() => {
  desk.anotherTeam();
  clients.clear();
});

/** One per account and team. */
const clients = new Map<string, Promise<TeamClient>>();
function as(accountId: string): Promise<TeamClient> {
  const client = clients.get(accountId) ?? desk.as(accountId, 'vi');
  clients.set(accountId, client);
  return client;
}

const chrome =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';

const Push = Type.Object({ push: NotificationSettings.properties.push });
const pushOf = (settings: unknown) => Value.Parse(Push, settings).push;

/** Turns on the notifications of a browser of the account. */
async function subscribe(accountId: string, browser = pushService.subscribe()) {
  const member = await as(accountId);
  const { body } = await member.call('GET', '/user/notification_settings');
  pushService.expectKey(pushOf(body).serverKey);
  const added = await member.call('POST', '/user/push_devices', browser.subscription, {
    'user-agent': chrome,
  });
  expect(added.status).toBe(200);
  return browser;
}

async function devices(accountId: string) {
  const { body } = await (await as(accountId)).call('GET', '/user/notification_settings');
  return pushOf(body).devices;
}

const titles = ({ received }: TestBrowser) => received.map(({ content }) => content);

describe('a subscribed device', () => {
  it('receives a notification encrypted for it alone, in the language of its owner', async () => {
    const phone = await subscribe('owner');
    const other = await subscribe('member');
    await (await as('owner')).list();
    await desk.notify(needsReauthorization());
    await desk.sendToDevices();
    await desk.sendToDevices();
    expect(phone.received).toMatchObject([
      {
        content: {
          title: 'Lazada đã ngắt quyền truy cập của gian hàng Hoa Mai',
          text: expect.stringMatching(/\w/),
          path: '/connect',
          language: 'vi',
        },
        urgency: 'high',
        topic: expect.stringMatching(/^[0-9a-f]{32}$/),
        contact: 'mailto:ops@app.test',
      },
    ]);
    const [{ ttl } = { ttl: 0 }] = phone.received;
    expect(ttl).toBeGreaterThan(23 * 3600);
    expect(ttl).toBeLessThanOrEqual(24 * 3600);
    expect(titles(other)).toMatchObject([{ language: 'vi', path: '/connect' }]);
    expect(await desk.hurryMessages()).toEqual([]);
  });

  it('is listed in the settings, and removed there by its owner only', async () => {
    const phone = await subscribe('owner');
    // The same browser again is the same device.
    await subscribe('owner', phone);
    const [device] = await devices('owner');
    expect(await devices('owner')).toHaveLength(1);
    expect(device).toMatchObject({ device: 'Chrome, Android' });
    const remove = async (accountId: string) =>
      (await as(accountId)).call('DELETE', `/user/push_devices/${device?.id}`);
    expect((await remove('member')).body['devices']).toEqual([]);
    expect(await devices('owner')).toHaveLength(1);
    expect((await remove('owner')).body['devices']).toEqual([]);
    await desk.notify(needsReauthorization());
    await desk.sendToDevices();
    expect(phone.received).toEqual([]);
  });

  it('belongs to the account that subscribed it last', async () => {
    const phone = await subscribe('owner');
    await subscribe('member', phone);
    expect(await devices('owner')).toEqual([]);
    expect(await devices('member')).toHaveLength(1);
  });

  it('ends with its sign-in only', async () => {
    await subscribe('owner');
    const { notifications } = await as('owner');
    const who = { tenantId: desk.tenantId, sub: 'owner' };
    await notifications.signInsEnded(who, { only: 'another sign-in' });
    await notifications.signInsEnded(who, { except: 'sign-in of owner' });
    expect(await devices('owner')).toHaveLength(1);
    await notifications.signInsEnded(who, { only: 'sign-in of owner' });
    expect(await devices('owner')).toEqual([]);
  });

  it('ends with the account, including its pending messages', async () => {
    const phone = await subscribe('owner');
    await desk.notify(needsReauthorization());
    const { notifications } = await as('owner');
    await notifications.deleteAccountData(desk.tenantId, 'owner');
    expect(await devices('owner')).toEqual([]);
    expect(await desk.hurryMessages()).toEqual([]);
    await desk.sendToDevices();
    expect(phone.received).toEqual([]);
  });

  it('waits for one batch of another team with many messages, not for all of them', async () => {
    for (let each = 0; each < 17; each += 1) await subscribe(each < 10 ? 'owner' : 'member');
    await desk.notify(needsReauthorization());
    const large = desk.tenantId;
    const addOther = async () => {
      desk.anotherTeam();
      clients.clear();
      await subscribe('owner');
      await desk.notify(needsReauthorization());
    };
    const sentOf: string[] = [];
    await sendDueMessages({
      database: desk.database,
      channels: {
        async push(tenantId) {
          sentOf.push(tenantId);
          if (sentOf.length === 1) await addOther();
          return { kind: 'done' };
        },
      },
      isMember: async () => true,
      log,
      now: () => now,
    });
    expect(sentOf.filter((each) => each === large)).toHaveLength(17);
    expect(sentOf).toHaveLength(18);
    expect(sentOf.at(-1)).toBe(large);
  });

  it('ends with the last message of a batch, also if an earlier one could not be deleted', async () => {
    for (const account of ['owner', 'owner']) await subscribe(account);
    await desk.notify(needsReauthorization());
    const order: string[] = [];
    const failed = Promise.withResolvers<void>();
    let transactions = 0;
    await sendDueMessages({
      database: {
        ...desk.database,
        async tenant(tenantId, work) {
          transactions += 1;
          // The first one acquires the messages, the second one deletes one of them.
          if (transactions !== 2) return desk.database.tenant(tenantId, work);
          failed.resolve();
          throw new Error('The message could not be deleted');
        },
      },
      channels: {
        async push() {
          if (order.push('sent') === 2) {
            await failed.promise;
            await new Promise((done) => setImmediate(done));
            order.push('ended');
          }
          return { kind: 'done' };
        },
      },
      isMember: async () => true,
      log: { ...log, error: () => void order.push('logged') },
      now: () => now,
    });
    expect(order).toEqual(['sent', 'sent', 'ended', 'logged']);
  });

  it('replaces the oldest beyond ten of an account', async () => {
    for (let each = 0; each < 11; each += 1) await subscribe('owner');
    expect(await devices('owner')).toHaveLength(10);
  });
});

describe('a message to a device', () => {
  it('is not sent to recipients who have read it or left, nor when it is resolved', async () => {
    const [owner, member] = [await subscribe('owner'), await subscribe('member')];
    await desk.notify(needsReauthorization());
    const [item] = (await (await as('owner')).list()).items;
    await (await as('owner')).call('POST', `/user/notifications/${item?.id}/read`);
    desk.team = desk.team.filter(({ accountId }) => accountId !== 'member');
    await desk.sendToDevices();
    expect([...owner.received, ...member.received]).toEqual([]);
    await desk.notify(needsReauthorization('again'));
    await desk.resolve();
    await desk.sendToDevices();
    expect(owner.received).toEqual([]);
  });

  it('follows the settings of its channel by kind and shop', async () => {
    const phone = await subscribe('owner');
    const save = async (kinds: object[], mutedShopIds: string[] = []) =>
      (await as('owner')).call('PUT', '/user/notification_settings', { kinds, mutedShopIds });
    const kind = 'first_sync_done';
    await save([{ kind, inApp: false, mail: false, push: true }]);
    await desk.notify(firstSyncDone);
    await desk.sendToDevices();
    expect(titles(phone)).toMatchObject([{ path: '/' }]);
    // A page of an earlier release does not know the channel, and leaves it as it is.
    await save([{ kind, inApp: true, mail: false }]);
    await save([{ kind, inApp: true, mail: false, push: false }]);
    await desk.say({ ...firstSyncDone, key: 'again' });
    await save([], [shop.id]);
    await desk.notify(needsReauthorization());
    await desk.sendToDevices();
    expect(phone.received).toHaveLength(1);
  });

  it('is limited to sixty a day', async () => {
    await subscribe('owner');
    for (let each = 0; each < maxMessagesPerDay + 5; each += 1)
      await desk.notify({ ...firstSyncDone, key: `flood ${each}` });
    expect(await desk.hurryMessages()).toHaveLength(maxMessagesPerDay);
    await (await as('owner')).notifications.deleteAccountData(desk.tenantId, 'owner');
  });

  it('is truncated to the maximum size, without halves of emojis', async () => {
    const phone = await subscribe('owner');
    const problem = { vi: '🧢'.repeat(5000), en: 'x'.repeat(5000) };
    const facts = { platform: 'LAZADA' as const, shops: [], problem };
    await (
      await as('owner')
    ).call('PUT', '/user/notification_settings', {
      kinds: [{ kind: 'link_failed', inApp: true, mail: false, push: true }],
      mutedShopIds: [],
    });
    await desk.notify({
      kind: 'link_failed',
      key: '1',
      subject: 'link',
      accountId: 'owner',
      facts,
    });
    await desk.sendToDevices();
    const text = `${'🧢'.repeat(399)}…`;
    expect(phone.received).toMatchObject([{ content: { text } }]);
  });
});

describe('a response of the push service', () => {
  async function sayOnce() {
    const phone = await subscribe('owner');
    await desk.notify(needsReauthorization());
    return phone;
  }

  it('that the subscription is gone deletes the device', async () => {
    const phone = await sayOnce();
    pushService.unsubscribe(phone);
    await desk.sendToDevices();
    expect(await devices('owner')).toEqual([]);
    expect(await desk.hurryMessages()).toEqual([]);
  });

  it('429 delays the message by Retry-After; it arrives once', async () => {
    const phone = await sayOnce();
    pushService.fail((response) => response.writeHead(429, { 'retry-after': '1200' }).end());
    await desk.sendToDevices();
    const [waiting] = await desk.hurryMessages();
    expect(waiting).toMatchObject({ channel: 'push', attempts: 1 });
    expect(waiting?.secondsLeft).toBeGreaterThan(1000);
    await desk.sendToDevices();
    expect(phone.received).toHaveLength(1);
    expect(await desk.hurryMessages()).toEqual([]);
  });

  it('5xx or no response drops the message after six attempts', async () => {
    const phone = await sayOnce();
    const before = pushService.requests();
    for (let each = 1; each <= 6; each += 1) {
      pushService.fail((response) =>
        each % 2 ? response.writeHead(503).end() : response.destroy(),
      );
      await desk.sendToDevices();
      expect(await desk.hurryMessages()).toHaveLength(each < 6 ? 1 : 0);
    }
    await desk.sendToDevices();
    expect(pushService.requests() - before).toBe(6);
    expect(phone.received).toEqual([]);
    expect(await devices('owner')).toHaveLength(1);
  });

  it('400 drops the message', async () => {
    const phone = await sayOnce();
    pushService.fail((response) => response.writeHead(400).end());
    await desk.sendToDevices();
    expect(await desk.hurryMessages()).toEqual([]);
    expect(phone.received).toEqual([]);
  });
});

it.each([
  'http://push.test/send/1',
  'https://127.0.0.1/send/1',
  'https://localhost/send/1',
  'https://push.test:8443/send/1',
])('refuses the endpoint %s', async (endpoint) => {
  const { keys } = pushService.subscribe().subscription;
  const refused = await (await as('owner')).call('POST', '/user/push_devices', { endpoint, keys });
  expect(refused).toMatchObject({ status: 422, body: { error: 'push_endpoint_invalid' } });
});

it('creates the key pair once, stores it sealed, and reseals it with a newer vault key', async () => {
  const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) });
  const { database } = desk;
  await desk.deletePushKey();
  const old = createVault(createKeyring([key('old', 1)]));
  const loaders = [1, 2, 3].map(() =>
    createPushKeyLoader({ database, vault: old, configuredKey: undefined }),
  );
  const [first, ...others] = await Promise.all(loaders.map((load) => load()));
  for (const each of others) expect(each).toEqual(first);
  const rotated = createVault(createKeyring([key('new', 2), key('old', 1)]));
  expect(await rewrapPushKey(database, rotated)).toBe(1);
  expect(await rewrapPushKey(database, rotated)).toBe(0);
  const newest = createVault(createKeyring([key('new', 2)]));
  const load = createPushKeyLoader({ database, vault: newest, configuredKey: undefined });
  expect(await load()).toEqual(first);
  const configured = createPushKeyLoader({
    database,
    vault: newest,
    configuredKey: first?.privateKey,
  });
  expect(await configured()).toEqual(first);
});
