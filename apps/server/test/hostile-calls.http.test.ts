import { createHmac, hash } from 'node:crypto';
import { api } from '@seller-connect/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shopeePushUrl } from '../src/collector/testing/receiver.ts';
import { hostileCalls, hostileText, hostileValue, type Document } from './hostile-calls.ts';
import { linkedShops, startHostileProgram } from './hostile-program.ts';

/** Most calls use a role that is permitted to make them. */
const tokens = {
  bearer: ['owner', 'owner', 'owner', 'owner', 'member', 'viewer', 'nobody'],
  identity: ['staff', 'staff', 'staff', 'owner'],
  basic: ['tool', 'tool', 'nobody'],
};
/** Calls that are not made, each with the reason. */
const skip: ReadonlyMap<string, string> = new Map([
  ['collectionEvents', 'a stream of live events does not end'],
]);
/** What the document has besides the calls of the contract: webhooks of partners, and pages that messages link to. */
const others = [
  ...linkedShops.map(({ platform }) => `receive${platform}Push`),
  'receiveZaloEvent',
  ...['/alerts/mute', '/notifications/mute', '/reports/unsubscribe'].flatMap((page) => [
    `GET ${page}/{token}`,
    `POST ${page}/{token}`,
  ]),
];

const program = await startHostileProgram();

/** How each marketplace signs, and the names of the fields that its reader uses. */
const partners = [
  {
    key: 'sc-lazada-secret-0001',
    signed: '100240',
    topic: 'message_type',
    shop: 'seller_id',
    inData: ['trade_order_id', 'reverse_order_id', 'status_update_time'],
  },
  {
    key: 'sc-shopee-partner-key-0001',
    signed: `${shopeePushUrl}|`,
    topic: 'code',
    shop: 'shop_id',
    inData: ['ordersn', 'order_sn', 'shop_id', 'shop_id_list', 'update_time'],
  },
  {
    key: 'sc-tiktok-secret-0001',
    signed: '6sc100240tts',
    topic: 'type',
    shop: 'shop_id',
    inData: ['order_id', 'package_list', 'update_time'],
  },
] as const;

const topics = fc.constantFrom(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 29, 30, 99);
/** Bodies of pushes: most name a linked shop and a topic that the report depends on. */
const pushes = fc.constantFrom(...linkedShops.keys()).chain((at) => {
  const { topic, shop, inData } = partners[at] ?? partners[0];
  const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: hostileValue });
  const id = fc.constantFrom('1', 'X1', '9'.repeat(30), linkedShops[at]?.externalShopId ?? '');
  const time = fc.constantFrom(0, 1_794_380_400, 1_794_380_400_000, 8_640_000_000_000_000, 9e15);
  const list = fc.array(fc.oneof(id, fc.record({ order_id_list: fc.array(id) })));
  const members = inData.map((name) => [
    name,
    mostly(name.endsWith('_time') ? time : fc.oneof(id, list)),
  ]);
  const message = fc.record(
    {
      [topic]: mostly(topics),
      [shop]: mostly(fc.constant(linkedShops[at]?.externalShopId)),
      data: mostly(fc.record(Object.fromEntries(members), { requiredKeys: [] })),
      site: mostly(fc.constantFrom('lazada_vn', 'lazada_sg')),
      tts_notification_id: mostly(id),
    },
    { requiredKeys: [topic, shop] },
  );
  const body = fc.oneof(
    { weight: 8, arbitrary: message.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: hostileValue.map((value) => Buffer.from(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  );
  return body.map((payload) => ({ at, payload }));
});

it('accepts any push that a marketplace signs, and stores only its arrival', async () => {
  const changes = ['pushes.message', 'collector.hint'];
  const contents = await program.contentsOf((table) => !changes.includes(table));
  const stored = await program.contentsOf((table) => changes.includes(table));
  const [before, nothing] = [await contents(), await stored()];
  await fc.assert(
    fc.asyncProperty(pushes, async ({ at, payload }) => {
      const { key, signed } = partners[at] ?? partners[0];
      const answer = await program.http.app.inject({
        method: 'POST',
        url: `/partner/push/${linkedShops[at]?.platform.toLowerCase()}`,
        payload,
        headers: {
          authorization: createHmac('sha256', key).update(signed).update(payload).digest('hex'),
          'content-type': 'application/json',
        },
      });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }),
    { numRuns: 120 },
  );
  expect(await contents()).toEqual(before);
  expect(await stored()).not.toEqual(nothing);
});

/** Events of Zalo: most are receipts that name a number, which nobody has. */
const zaloEvents = fc.record({
  event_name: fc.oneof(
    { weight: 6, arbitrary: fc.constant('user_received_message') },
    { weight: 1, arbitrary: hostileValue },
  ),
  message: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        delivery_time: fc.oneof(
          fc.constantFrom('1790000000000', '9999999999999', '0000000000000'),
          hostileValue,
        ),
        tracking_id: fc.oneof(
          fc
            .uint8Array({ minLength: 32, maxLength: 32 })
            .map((bytes) => Buffer.from(bytes).toString('base64url')),
          hostileText,
        ),
      }),
    },
    { weight: 1, arbitrary: hostileValue },
  ),
  timestamp: fc.oneof(fc.constantFrom('1790000000000', 1_790_000_000_000, ''), hostileText),
});

it('accepts any event that Zalo signs, and stores nothing of unknown numbers', async () => {
  const contents = await program.contentsOf();
  const before = await contents();
  await fc.assert(
    fc.asyncProperty(zaloEvents, async (event) => {
      const payload = JSON.stringify(event);
      const signed = `1240000000000000001${payload}${event.timestamp}SandboxZaloOaSecretKey01`;
      const answer = await program.http.app.inject({
        method: 'POST',
        url: '/partner/push/zalo',
        payload,
        headers: {
          'x-zevent-signature': `mac=${hash('sha256', signed)}`,
          'content-type': 'application/json',
        },
      });
      expect([answer.statusCode, answer.body]).toEqual([200, '']);
    }),
    { numRuns: 60 },
  );
  expect(await contents()).toEqual(before);
});

it('answers any API call with a known response; a refused one changes nothing', async () => {
  const { http, shops, authorizationOf } = program;
  const document = await http.app.inject('/openapi.json');
  const known = [...shops.shopIds, String(shops.orders[0]?.order.orderId)];
  const calls = hostileCalls(document.json<Document>(), { tokens, known });
  for (const operationId of skip.keys()) expect(calls.delete(operationId)).toBe(true);
  const expected = [...Object.keys(api), ...others].filter((each) => !skip.has(each));
  expect([...calls.keys()].toSorted()).toEqual(expected.toSorted());

  const contents = await program.contentsOf();
  for (const callsOfOperation of calls.values()) {
    const property = fc.asyncProperty(callsOfOperation, async (call) => {
      const { method, url, token, contentType, payload } = call;
      const isChange = method !== 'GET';
      const before = isChange ? await contents() : [];
      const answer = await http.app.inject({
        method,
        url,
        headers: { authorization: authorizationOf(token), 'content-type': contentType },
        ...(isChange && { payload }),
      });
      // Failures of an unreachable marketplace have error codes of their own.
      const isOurs = answer.statusCode >= 500 && answer.json().error === 'internal';
      expect(isOurs ? answer.body : 'fine').toBe('fine');
      if (isChange && answer.statusCode >= 400) expect(await contents()).toEqual(before);
    });
    await fc.assert(property, { numRuns: 3 });
  }
});

it('answers any OData request with a known response', async () => {
  const option = fc.constantFrom(
    '$filter',
    '$select',
    '$orderby',
    '$top',
    '$skip',
    '$skiptoken',
    '$count',
    '$expand',
    '$apply',
  );
  const part = fc.oneof(
    fc.constantFrom(
      'day',
      'gmv',
      'shop_id',
      'eq',
      'ge',
      'and',
      'or',
      'not',
      '(',
      ')',
      ',',
      "'a'",
      '1',
      '2026-11-01',
      'null',
      'in',
      'contains(',
      ' ',
    ),
    hostileText,
  );
  const question = fc.tuple(
    fc.constantFrom('shop_day', 'orders', 'products', '$metadata', 'nothing'),
    fc.array(fc.tuple(option, fc.array(part, { maxLength: 8 })), { maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(question, async ([set, options]) => {
      const query = options.map(
        ([name, parts]) => `${name}=${encodeURIComponent(parts.join(' ').toWellFormed())}`,
      );
      const answer = await program.http.app.inject({
        url: `/odata/v1/${set}?${query.join('&')}`,
        headers: { authorization: 'Bearer owner' },
      });
      expect(answer.statusCode < 500 ? 'fine' : answer.body).toBe('fine');
    }),
    { numRuns: 120 },
  );
});
