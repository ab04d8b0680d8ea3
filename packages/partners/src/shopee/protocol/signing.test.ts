import { describe, expect, it } from 'vitest';
import { sign, type Signed } from './client.ts';

const key = 'sandbox-partner-key-0123456789abcdef0123456789abcdef';
const longKey = 'shpk4b5a6c7d8e9f00112233445566778899aabbccddeeff0011223344556677889900';
const shop: Signed = { accessToken: '6a55746e61546f707579627656637464', shopId: '54804' };

const vectors: readonly [string, string, string, Signed, string, string][] = [
  [
    '1000016',
    '/api/v2/shop/auth_partner',
    '1700000000',
    null,
    key,
    '32424958c0f22b05ada7cdf341bc05bae813fb8cb297c47da0ba1921c0c10c08',
  ],
  [
    '1000016',
    '/api/v2/auth/token/get',
    '1700000000',
    null,
    key,
    '55e7a6972d71e7420ca354a1db5813b0a901e951f70f3e30964358e5b6ec6ad3',
  ],
  [
    '1000016',
    '/api/v2/auth/access_token/get',
    '1700000300',
    null,
    key,
    'a0ff86bf864157792add11936c278e0873e6d1dd369346d443ed7b3aef1f53c8',
  ],
  [
    '1000016',
    '/api/v2/shop/get_shop_info',
    '1700000000',
    shop,
    key,
    'ac7ff2623f2140f6de8db71b68caffa20b94cb56233955be3998bb5cf6335186',
  ],
  [
    '1000016',
    '/api/v2/order/get_order_list',
    '1700003600',
    shop,
    key,
    'd538f9eb658070ea8052bc3e27fdad06f2d94ad145df468abb7f41cf250eeb6f',
  ],
  [
    '1000016',
    '/api/v2/global_product/get_category',
    '1700000000',
    { accessToken: '44776151594778486943647644745361', merchantId: '1001705' },
    key,
    '13a7d0fb0eca30d57491aee169b51315008a5b2269a2bee774cc63dce3610222',
  ],
  [
    '2001887',
    '/api/v2/shop/get_shop_info',
    '1655714431',
    { accessToken: '59777174636562737266615546704c6d', shopId: '14701711' },
    key,
    'dfd62589504f83b5117d2940765429d70bd3454465517a4a1c9ab7590d424205',
  ],
  [
    '1000016',
    '/api/v2/payment/get_escrow_detail',
    '1700000000',
    shop,
    longKey,
    'c7ce6cf7a25a6cbd031a50b754b2006da2ac7b73709eb680ea5bbca413ba865e',
  ],
];

describe('the signature of a call to Shopee', () => {
  it.each(vectors)(
    'of %s%s at %s matches the known vector',
    (partnerId, path, timestamp, signed, secret, expected) => {
      expect(sign({ partnerId, path, timestamp, signed }, secret)).toBe(expected);
    },
  );
});
