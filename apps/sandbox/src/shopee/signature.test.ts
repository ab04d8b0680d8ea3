import { expect, it } from 'vitest';
import { shopeeSignature } from './gateway.ts';

const key = 'sandbox-partner-key-0123456789abcdef0123456789abcdef';
const longKey = 'shpk4b5a6c7d8e9f00112233445566778899aabbccddeeff0011223344556677889900';
const shop = { access_token: '6a55746e61546f707579627656637464', shop_id: '54804' };

// Four implementations agree on each of these values.
it.each([
  [
    'S1',
    '/api/v2/shop/auth_partner',
    { timestamp: '1700000000' },
    '32424958c0f22b05ada7cdf341bc05bae813fb8cb297c47da0ba1921c0c10c08',
  ],
  [
    'S2',
    '/api/v2/auth/token/get',
    { timestamp: '1700000000' },
    '55e7a6972d71e7420ca354a1db5813b0a901e951f70f3e30964358e5b6ec6ad3',
  ],
  [
    'S3',
    '/api/v2/auth/access_token/get',
    { timestamp: '1700000300' },
    'a0ff86bf864157792add11936c278e0873e6d1dd369346d443ed7b3aef1f53c8',
  ],
  [
    'S4',
    '/api/v2/shop/get_shop_info',
    { timestamp: '1700000000', ...shop },
    'ac7ff2623f2140f6de8db71b68caffa20b94cb56233955be3998bb5cf6335186',
  ],
  [
    'S5',
    '/api/v2/order/get_order_list',
    { timestamp: '1700003600', ...shop },
    'd538f9eb658070ea8052bc3e27fdad06f2d94ad145df468abb7f41cf250eeb6f',
  ],
  [
    'S6',
    '/api/v2/global_product/get_category',
    {
      timestamp: '1700000000',
      access_token: '44776151594778486943647644745361',
      merchant_id: '1001705',
    },
    '13a7d0fb0eca30d57491aee169b51315008a5b2269a2bee774cc63dce3610222',
  ],
  [
    'S7',
    '/api/v2/shop/get_shop_info',
    {
      partner_id: '2001887',
      timestamp: '1655714431',
      access_token: '59777174636562737266615546704c6d',
      shop_id: '14701711',
    },
    'dfd62589504f83b5117d2940765429d70bd3454465517a4a1c9ab7590d424205',
  ],
])('a call is signed as in %s', (_, path, query, sign) => {
  const parameters = new Map(Object.entries({ partner_id: '1000016', ...query }));
  expect(shopeeSignature(key, path, parameters)).toBe(sign);
});

it('a call is signed as in S8, with a key longer than a block of the hash', () => {
  const parameters = new Map(
    Object.entries({ partner_id: '1000016', timestamp: '1700000000', ...shop }),
  );
  expect(shopeeSignature(longKey, '/api/v2/payment/get_escrow_detail', parameters)).toBe(
    'c7ce6cf7a25a6cbd031a50b754b2006da2ac7b73709eb680ea5bbca413ba865e',
  );
});
