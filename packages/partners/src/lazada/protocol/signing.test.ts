import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sign } from './client.ts';

// Test vectors of the platform's documentation and of published clients, computed in three independent ways.
const secret = 'sc-lazada-secret-0001';
const system = { app_key: '100240', sign_method: 'sha256', timestamp: '1767225600000' };
const token = '50000601c30atpedfgu3LVvik87Ixlsvle3mSoB7701ceb156fPunYZ43GBg';
const short = { foo: '1', bar: '2', foo_bar: '3', foobar: '4' };
const reverse = {
  ...system,
  access_token: 'tok',
  page_no: '1',
  page_size: '20',
  TradeOrderLineCreatedTimeRangeStart: '1767139200000',
  TradeOrderLineCreatedTimeRangeEnd: '1767225600000',
  partner_id: 'lazop-sdk-python-20181207',
};
const payload =
  '<Request><Product><Skus><Sku><ItemId>234234234</ItemId><SkuId>234</SkuId><SellerSku>Áo-đỏ &amp; xanh/L</SellerSku><Price>250000</Price><Quantity>9</Quantity></Sku></Skus></Product></Request>';

const vectors: [string, string, string, Record<string, string>, string][] = [
  [
    'L1',
    'helloworld',
    '/order/get',
    {
      access_token: 'test',
      app_key: '123456',
      order_id: '1234',
      sign_method: 'sha256',
      timestamp: '1517820392000',
    },
    '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
  ],
  [
    'L2',
    '1234',
    '/test/api',
    short,
    '988085883BF9D32D251478D23122C7ECC91518CDF63BA22F792000A378F52409',
  ],
  [
    'L3',
    'secret',
    '/test/api',
    short,
    'C9E42CE09BA9FE95ECCB17111AA4E3F41D1C82F000435219C75936A427D9C945',
  ],
  [
    'L4',
    'test-secret',
    '/order/cancel',
    {
      app_key: '123456',
      timestamp: '1700000000000',
      sign_method: 'sha256',
      access_token: 'test-token',
    },
    '91375F42B474CECEE7172759B6400E74F10FBB6E9E9E145EA2A27DFA17556B18',
  ],
  [
    'L5',
    secret,
    '/auth/token/create',
    { ...system, code: '0_100240_AbCdEfGh0123456789' },
    '15457C532CBE3C04FBA7899C572DCD8CAA5FD9CF648008C744027517F5104273',
  ],
  [
    'L6',
    secret,
    '/auth/token/refresh',
    { ...system, refresh_token: '50001600212wcwiOabwyjtEH11acc19aBOvQr9ZYkYDlr987D8BB88LIB8bj' },
    '9E99C2C628F7CC7545F720FCE65339D5659F0988A2D52D6AE4151754A2983D5D',
  ],
  [
    'L7',
    secret,
    '/orders/get',
    {
      ...system,
      access_token: token,
      created_after: '2026-01-01T00:00:00+07:00',
      created_before: '2026-01-02T00:00:00+07:00',
      limit: '100',
      offset: '0',
      sort_by: 'updated_at',
      sort_direction: 'ASC',
    },
    '61FE893D2166147702B113C9AEA42569521B0757EE8743A4C574C4456AA6BF84',
  ],
  [
    'L8',
    secret,
    '/product/price_quantity/update',
    { ...system, access_token: token, payload: payload.normalize('NFC') },
    '22347F8322C0D7A26E976F573C23511797D9885C3EB1126C7A7CD155B40AE404',
  ],
  [
    'L9',
    secret,
    '/reverse/getreverseordersforseller',
    reverse,
    '457A02240AF4DCB889E5FAAB752F7CAB30DAC4B6BF9F7AA330E3B92D6AB1F526',
  ],
  [
    'L10',
    secret,
    '/auth/token/create',
    { ...system, code: '0_100240_AbCdEfGh0123456789', uuid: '' },
    '15457C532CBE3C04FBA7899C572DCD8CAA5FD9CF648008C744027517F5104273',
  ],
];

describe('the request signature', () => {
  it.each(vectors)('matches the published vector %s', (_name, key, path, parameters, expected) => {
    expect(sign(path, parameters, key)).toBe(expected);
  });

  it('does not sort names by locale', () => {
    expect(sign('/reverse/getreverseordersforseller', reverse, secret)).not.toBe(
      'E0779F6FF1AC900D9C496E017A0B1F03AF40CA3320EDD2F767090C7ACDBEEC06',
    );
  });

  it('does not depend on the order of the parameters', () => {
    const parameters = fc.dictionary(fc.stringMatching(/^[A-Za-z_]{1,12}$/), fc.string(), {
      minKeys: 2,
    });
    fc.assert(
      fc.property(parameters, (given) => {
        const turned = Object.fromEntries(Object.entries(given).toReversed());
        expect(sign('/a', turned, secret)).toBe(sign('/a', given, secret));
      }),
    );
  });
});
