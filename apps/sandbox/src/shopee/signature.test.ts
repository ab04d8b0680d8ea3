import { describe, expect, it } from 'vitest';
import { shopeeSignature } from './signature.ts';

const K = 'sandbox-partner-key-0123456789abcdef0123456789abcdef';
const shop = { access_token: '6a55746e61546f707579627656637464', shop_id: '54804' };

describe('Shopee’s signature', () => {
  it.each([
    [
      '/api/v2/auth/token/get',
      { timestamp: '1700000000' },
      '55e7a6972d71e7420ca354a1db5813b0a901e951f70f3e30964358e5b6ec6ad3',
    ],
    [
      '/api/v2/shop/get_shop_info',
      { timestamp: '1700000000', ...shop },
      'ac7ff2623f2140f6de8db71b68caffa20b94cb56233955be3998bb5cf6335186',
    ],
    [
      '/api/v2/order/get_order_list',
      { timestamp: '1700003600', ...shop },
      'd538f9eb658070ea8052bc3e27fdad06f2d94ad145df468abb7f41cf250eeb6f',
    ],
  ])('of %s is the documented one', (path, query, sign) => {
    const parameters = new Map(Object.entries({ partner_id: '1000016', ...query }));
    expect(shopeeSignature(K, path, parameters)).toBe(sign);
  });
});
