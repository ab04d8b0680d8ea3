import { describe, expect, it } from 'vitest';
import { tiktokSignature, isTiktokSignatureValid } from './gateway.ts';

const secret = 'sc-tts-secret-0001';
const common = { app_key: '6abc1d2e3f4g5', timestamp: '1767225600' };
const shop = { ...common, shop_cipher: 'ROW_7x9QAAAAVn0DkQyq' };

const vectors: readonly [string, string, string, Record<string, string>, string, string][] = [
  [
    'T1',
    'e59af819cc',
    '/authorization/202309/shops',
    { app_key: '29a39d', timestamp: '1623812664' },
    '',
    'b596b73e0cc6de07ac26f036364178ab16b0a907af13d43f0a0cd2345f582dc8',
  ],
  [
    'T2',
    'app_secret',
    '/test-api',
    { foo: 'bar' },
    '',
    'd3cb7fe11ecae942802ceeca67e7cf10120cc12f1517d45fbc1c8cfe5413c80f',
  ],
  [
    'T3',
    'e59af819cc',
    '/event/202309/webhooks',
    {
      app_key: '68xu9ks5p4i8',
      shop_cipher: 'ROW_xkMbgAAAeVAQra0eZWebFQq5aIK',
      timestamp: '1696909648',
    },
    '{"address":"https://partner.tiktokshop.com","event_type":"PACKAGE_UPDATE"}',
    'cd0d6268252f4ba293bf7ea4c0a2873bf9beec600d22530638564ab301435f7a',
  ],
  [
    'T4',
    secret,
    '/order/202309/orders/search',
    {
      ...shop,
      page_size: '50',
      sort_field: 'update_time',
      sort_order: 'ASC',
      page_token: 'aDU2ZDIzOTMtMw+/8A==',
    },
    '{"update_time_ge":1767139200,"update_time_lt":1767225600}',
    '168b0b9ab699c8417382e561042c28df777b872d3968f9fa16b22eb10881a7b2',
  ],
  [
    'T5',
    secret,
    '/order/202309/orders',
    { ...shop, ids: '576461413038785752,576461413038785753' },
    '',
    'd580f29bbd8bbbbe71734bb85e4a7265448a5aff4e85c3f4e72a3b134be2ef14',
  ],
  [
    'T6',
    secret,
    '/product/202502/products/search',
    { ...shop, page_size: '100' },
    '{"status":"ALL","seller_skus":["Áo-đỏ/L"]}',
    '0d3121cecc4551a0693c29c5e9251defc5d25d9edcfe8972d1e9b594712c3bb6',
  ],
  [
    'T7',
    secret,
    '/product/202309/products/1729592969712207008/prices/update',
    shop,
    '{"skus":[{"id":"1729592969712207012","price":{"amount":"250000","currency":"VND"}}]}',
    '9aa371ab7f52da3f611381d888b5ccb747a80baf417aaaf06bb480bf1f79f992',
  ],
  [
    'T8',
    secret,
    '/order/202309/orders/search',
    { ...shop, page_size: '20' },
    '{}',
    '662c937e9eefee31a9cad298ff18bf6a7df828113459a07f348f61f9bb93ea5e',
  ],
  [
    'T9',
    secret,
    '/order/202309/orders/search',
    { ...shop, page_size: '20' },
    '',
    '4f3ea7a706f1ec214f3c8247db8f2f652c4ca4eb9aa27a593344ae45b1cea0ff',
  ],
  [
    'T10',
    secret,
    '/product/202309/images/upload',
    common,
    '',
    '587592c9c4ced366fd64ad4817b60845dad3830a89f7cd608d09ea280caaf71e',
  ],
];

describe('the signature of a call to TikTok Shop', () => {
  it.each(vectors)('%s has the published signature', (_name, key, path, query, body, expected) => {
    const request = { path, query: new URLSearchParams(query), body };
    expect(tiktokSignature(key, request)).toBe(expected);
    const sent = new URLSearchParams({ ...query, sign: expected, access_token: 'left out' });
    expect(isTiktokSignatureValid(key, { path, query: sent, body })).toBe(true);
  });

  const t4 = vectors.find(([name]) => name === 'T4');
  it.each([
    ['encoded values', 'f5500036ad5988a7d2b683811b84730847ab2b09e3d41558f62f126ce07e7c72'],
    ['a body with blanks', '3a544c2c01a93a804d085b7601f2eace3345cdf5d08252c97332ede26d2ad812'],
    ['upper case', '168B0B9AB699C8417382E561042C28DF777B872D3968F9FA16B22EB10881A7B2'],
  ])('rejects a signature over %s', (_what, sign) => {
    const [, key = '', path = '', query = {}, body = ''] = t4 ?? [];
    const sent = new URLSearchParams({ ...query, sign });
    expect(isTiktokSignatureValid(key, { path, query: sent, body })).toBe(false);
  });

  it('may omit an empty object or list, and nothing else', () => {
    const query = { ...shop, page_size: '20' };
    const sign = tiktokSignature(secret, {
      path: '/order/202309/orders/search',
      query: new URLSearchParams(query),
      body: '',
    });
    const fits = (body: string) =>
      isTiktokSignatureValid(secret, {
        path: '/order/202309/orders/search',
        query: new URLSearchParams({ ...query, sign }),
        body,
      });
    expect([fits('{}'), fits('[]'), fits('{"order_status":"UNPAID"}')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
