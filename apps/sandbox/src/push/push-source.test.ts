import { expect, it } from 'vitest';
import { signatureWithAddress, signatureWithAppKey } from './push-source.ts';

// LP1 and TP1 are printed in the platforms' documentation. The others were computed with independent HMAC tools.
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

const overAppKey: [string, string, string, string, string][] = [
  [
    'LP1',
    '123456',
    '3412gyo124goi3124',
    '{"seller_id":"1234567", "message_type":0, "data":{...}..}',
    'f3d2ca947f16a50b577c036adecd18bec126ea19cadedd59816e255d3b6104ab',
  ],
  [
    'LP2',
    '100240',
    'sc-lazada-secret-0001',
    lp2,
    '9ac5835ed8b82f530edc835ea6a133a8177491ebbc46bc31e7da7b1815147af9',
  ],
  ['TP1', 'abcdef', '123', tp1, '5dec0f11ec2f6783b8deee53c9ffbf8d024302f7c7e7fa55a35d17629031ac05'],
  [
    'TP2',
    '6abc1d2e3f4g5',
    'sc-tts-secret-0001',
    tp2,
    'd2988b10fac396414596e838d32b4534beb93c562b2bfcbc74ffdb0785cf5a69',
  ],
];

it.each(overAppKey)(
  'signs a message over the app key as in %s',
  (_, appKey, secret, body, sign) => {
    expect(signatureWithAppKey(appKey, secret, body)).toBe(sign);
  },
);

it.each([
  ['P1', p1, '5936f46e1b15304d0df02a281a5892925b472b87427ed4412df40cd0579c2cd8'],
  ['P2', p2, '57ceb60a6e8d764b03180f9dbc08c75f138a6007f48f1294490164d4ceb9ccaf'],
])('signs a message over the URL as in %s', (_, body, sign) => {
  const key = 'sandbox-partner-key-0123456789abcdef0123456789abcdef';
  expect(signatureWithAddress('https://hooks.example.com/shopee/push', key, body)).toBe(sign);
});
