import { describe, expect, it } from 'vitest';
import { createLazadaPushReader } from '../lazada/push.ts';
import type { PushReader } from './push.ts';
import { createShopeePushReader } from '../shopee/push.ts';
import { createTikTokPushReader } from '../tiktok/push.ts';

const bytes = (text: string) => Buffer.from(text, 'utf8');

// LP1 and TP1 are test vectors of the platforms' documentation; the others were computed with independent HMAC tools.
const lp2 =
  '{"seller_id":"1000011","message_type":0,"data":{"order_status":"unpaid","trade_order_id":"260422900198363","status_update_time":1603698638,"trade_order_line_id":"260422900298363"},"timestamp":1603766859191,"site":"lazada_vn"}';
const p1 =
  '{"data":{"items":[],"ordersn":"220810QSK8S7BX","status":"PROCESSED","completed_scenario":"","update_time":1660123127},"shop_id":727720655,"code":3,"timestamp":1660123127}';
const p2 =
  '{"data":{"authorize_type":"shop authorization by user","extra":"shop id 54804 (VN) has been authorized successfully","shop_id":54804,"success":1},"partner_id":1000016,"code":1,"timestamp":1700000000}';
const tp1 =
  '{"type":1,"tts_notification_id":"7380066284010030890","shop_id":"7495540735365777507","timestamp":1718305585,"data":{"is_on_hold_order":true,"order_id":"576653688135258178","order_status":"UNPAID","update_time":1718305585}}';
const tp2 =
  '{"type":6,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1767225600,"data":{"message":"Thu hồi quyền"}}';

const lazada = createLazadaPushReader({ appKey: '100240', appSecret: 'sc-lazada-secret-0001' });
const shopeeWith = (acceptBodyOnly: boolean) =>
  createShopeePushReader({
    pushKey: 'sandbox-partner-key-0123456789abcdef0123456789abcdef',
    callbackUrl: 'https://hooks.example.com/shopee/push',
    acceptBodyOnly,
  });
const shopee = shopeeWith(false);
const tiktok = createTikTokPushReader({ appKey: '6abc1d2e3f4g5', appSecret: 'sc-tts-secret-0001' });

const vectors: [string, PushReader, string, string][] = [
  [
    'LP1',
    createLazadaPushReader({ appKey: '123456', appSecret: '3412gyo124goi3124' }),
    '{"seller_id":"1234567", "message_type":0, "data":{...}..}',
    'f3d2ca947f16a50b577c036adecd18bec126ea19cadedd59816e255d3b6104ab',
  ],
  ['LP2', lazada, lp2, '9ac5835ed8b82f530edc835ea6a133a8177491ebbc46bc31e7da7b1815147af9'],
  ['P1', shopee, p1, '5936f46e1b15304d0df02a281a5892925b472b87427ed4412df40cd0579c2cd8'],
  ['P2', shopee, p2, '57ceb60a6e8d764b03180f9dbc08c75f138a6007f48f1294490164d4ceb9ccaf'],
  [
    'TP1',
    createTikTokPushReader({ appKey: 'abcdef', appSecret: '123' }),
    tp1,
    '5dec0f11ec2f6783b8deee53c9ffbf8d024302f7c7e7fa55a35d17629031ac05',
  ],
  ['TP2', tiktok, tp2, 'd2988b10fac396414596e838d32b4534beb93c562b2bfcbc74ffdb0785cf5a69'],
];

describe('the signature of a push', () => {
  it.each(vectors)('verifies the vector %s, and no other bytes', (_name, reader, body, sign) => {
    expect(reader.isGenuine(bytes(body), sign)).toBe(true);
    expect(reader.isGenuine(bytes(`${body} `), sign)).toBe(false);
    expect(reader.isGenuine(bytes(body), sign.toUpperCase())).toBe(false);
    expect(reader.isGenuine(bytes(body), `Bearer ${sign}`)).toBe(false);
    expect(reader.isGenuine(bytes(body), sign.slice(1))).toBe(false);
    expect(reader.isGenuine(bytes(body), '')).toBe(false);
  });

  it('over the body alone is accepted from Shopee only if configured', () => {
    for (const [body, sign] of [
      [p1, '25c59bb1d10b6bb8139e29d63794725b7c07c030255b32b49887e5747236fed9'],
      [p2, '488dc6a1aeb462afb2351d2b6441101c6eca00f9ee22ec8560c1dadf28b5ba50'],
    ] as const) {
      expect(shopee.isGenuine(bytes(body), sign)).toBe(false);
      expect(shopeeWith(true).isGenuine(bytes(body), sign)).toBe(true);
    }
  });
});

describe('the hints of a push', () => {
  it('name the changed order, its shop and the time', () => {
    expect(lazada.read(bytes(lp2))).toEqual({
      eventId: null,
      topic: '0',
      hints: [
        {
          externalShopId: '1000011',
          region: 'VN',
          about: 'orders',
          ids: ['260422900198363'],
          changedAt: new Date(1_603_698_638_000),
        },
      ],
    });
    expect(shopee.read(bytes(p1))?.hints).toEqual([
      {
        externalShopId: '727720655',
        region: null,
        about: 'orders',
        ids: ['220810QSK8S7BX'],
        changedAt: new Date(1_660_123_127_000),
      },
    ]);
    expect(tiktok.read(bytes(tp1))).toMatchObject({
      eventId: '7380066284010030890',
      hints: [{ externalShopId: '7495540735365777507', ids: ['576653688135258178'] }],
    });
  });

  it('refetch the shop on a withdrawn consent, however it names the shop', () => {
    expect(tiktok.read(bytes(tp2))?.hints).toMatchObject([
      { externalShopId: '7494049642642441621', about: 'shop', ids: [] },
    ]);
    const withdrawn = (data: object) =>
      shopee.read(bytes(JSON.stringify({ code: 2, partner_id: 1, timestamp: 1, data })));
    expect(withdrawn({ shop_id: 54804 })?.hints).toMatchObject([{ externalShopId: '54804' }]);
    expect(withdrawn({ shopid: '54804' })?.hints).toMatchObject([{ about: 'shop' }]);
    expect(withdrawn({ main_account_id: 9, shop_id_list: [1, 2] })?.hints).toMatchObject([
      { externalShopId: '1' },
      { externalShopId: '2' },
    ]);
  });

  it('refetch order and returns on a return', () => {
    const hints = [
      lazada.read(
        bytes('{"seller_id":"5","message_type":10,"site":"lazada_vn","data":{"trade_order_id":7}}'),
      ),
      shopee.read(bytes('{"shop_id":5,"code":29,"data":{"order_sn":"7"}}')),
      tiktok.read(bytes('{"type":12,"shop_id":"5","data":{"order_id":"7","return_id":"8"}}')),
    ].map((push) => push?.hints);
    const both = [
      { externalShopId: '5', about: 'orders', ids: ['7'] },
      { externalShopId: '5', about: 'returns', ids: [] },
    ];
    for (const each of hints) expect(each).toMatchObject(both);
  });

  it('do not expect an order to carry the time of its return', () => {
    const push = shopee.read(
      bytes('{"shop_id":5,"code":29,"data":{"order_sn":"7","update_time":1660123127}}'),
    );
    expect(push?.hints).toMatchObject([
      { about: 'orders', changedAt: null },
      { about: 'returns', changedAt: new Date(1_660_123_127_000) },
    ]);
  });

  it('keep IDs beyond the precision of a double', () => {
    const body =
      '{"type":4,"tts_notification_id":"1","shop_id":7495540735365777507,"data":{"package_list":[{"order_id_list":["576653688135258178",576653688135258179]}]}}';
    expect(tiktok.read(bytes(body))?.hints).toMatchObject([
      {
        externalShopId: '7495540735365777507',
        ids: ['576653688135258178', '576653688135258179'],
      },
    ]);
  });

  it('are empty for irrelevant types, and for events of the application', () => {
    expect(shopee.read(bytes(p2))).toEqual({ eventId: null, topic: '1', hints: [] });
    const expiring = '{"seller_id":"null","message_type":8,"data":{"seller_id":"1"}}';
    expect(lazada.read(bytes(expiring))).toEqual({ eventId: null, topic: '8', hints: [] });
    expect(tiktok.read(bytes('{"type":14,"shop_id":"1","data":{}}'))?.hints).toEqual([]);
  });

  it('name no order if it cannot be parsed', () => {
    const odd =
      '{"seller_id":"5","message_type":0,"site":"LAZADA_SG","data":{"trade_order_id":"1,2"}}';
    expect(lazada.read(bytes(odd))?.hints).toMatchObject([{ region: 'SG', ids: [] }]);
    expect(shopee.read(bytes('{"shop_id":5,"code":3,"data":null}'))?.hints).toMatchObject([
      { externalShopId: '5', ids: [] },
    ]);
  });

  it.each(['', 'null', '[]', '{}', '"text"', '{"code":', '\u0000', '{"message_type":{"a":1}}'])(
    'are not parsed from: %j',
    (body) => {
      for (const reader of [lazada, shopee, tiktok]) expect(reader.read(bytes(body))).toBeNull();
    },
  );

  it('are not parsed from bytes that are not text', () => {
    expect(lazada.read(Uint8Array.from([0x7b, 0xff, 0xfe]))).toBeNull();
  });
});
