import { describe, expect, it } from 'vitest';
import { isLazadaSignatureValid, lazadaSignature } from './signature.ts';

const appSecret = 'sc-lazada-secret-0001';
const system = { app_key: '100240', sign_method: 'sha256', timestamp: '1767225600000' };
const token = '50000601c30atpedfgu3LVvik87Ixlsvle3mSoB7701ceb156fPunYZ43GBg';
const foo = { foo: '1', bar: '2', foo_bar: '3', foobar: '4' };

interface Vector {
  readonly name: string;
  readonly secret: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly sign: string;
}

const vectors: readonly Vector[] = [
  {
    name: 'L1, printed in the official documentation',
    secret: 'helloworld',
    path: '/order/get',
    parameters: {
      access_token: 'test',
      app_key: '123456',
      order_id: '1234',
      sign_method: 'sha256',
      timestamp: '1517820392000',
    },
    sign: '4190D32361CFB9581350222F345CB77F3B19F0E31D162316848A2C1FFD5FAB4A',
  },
  {
    name: 'L2',
    secret: '1234',
    path: '/test/api',
    parameters: foo,
    sign: '988085883BF9D32D251478D23122C7ECC91518CDF63BA22F792000A378F52409',
  },
  {
    name: 'L3',
    secret: 'secret',
    path: '/test/api',
    parameters: foo,
    sign: 'C9E42CE09BA9FE95ECCB17111AA4E3F41D1C82F000435219C75936A427D9C945',
  },
  {
    name: 'L4',
    secret: 'test-secret',
    path: '/order/cancel',
    parameters: {
      app_key: '123456',
      timestamp: '1700000000000',
      sign_method: 'sha256',
      access_token: 'test-token',
    },
    sign: '91375F42B474CECEE7172759B6400E74F10FBB6E9E9E145EA2A27DFA17556B18',
  },
  {
    name: 'L5',
    secret: appSecret,
    path: '/auth/token/create',
    parameters: { ...system, code: '0_100240_AbCdEfGh0123456789' },
    sign: '15457C532CBE3C04FBA7899C572DCD8CAA5FD9CF648008C744027517F5104273',
  },
  {
    name: 'L6',
    secret: appSecret,
    path: '/auth/token/refresh',
    parameters: {
      ...system,
      refresh_token: '50001600212wcwiOabwyjtEH11acc19aBOvQr9ZYkYDlr987D8BB88LIB8bj',
    },
    sign: '9E99C2C628F7CC7545F720FCE65339D5659F0988A2D52D6AE4151754A2983D5D',
  },
  {
    name: 'L7',
    secret: appSecret,
    path: '/orders/get',
    parameters: {
      ...system,
      access_token: token,
      created_after: '2026-01-01T00:00:00+07:00',
      created_before: '2026-01-02T00:00:00+07:00',
      limit: '100',
      offset: '0',
      sort_by: 'updated_at',
      sort_direction: 'ASC',
    },
    sign: '61FE893D2166147702B113C9AEA42569521B0757EE8743A4C574C4456AA6BF84',
  },
  {
    name: 'L8, markup and Vietnamese letters',
    secret: appSecret,
    path: '/product/price_quantity/update',
    parameters: {
      ...system,
      access_token: token,
      payload:
        '<Request><Product><Skus><Sku><ItemId>234234234</ItemId><SkuId>234</SkuId><SellerSku>Áo-đỏ &amp; xanh/L</SellerSku><Price>250000</Price><Quantity>9</Quantity></Sku></Skus></Product></Request>'.normalize(
          'NFC',
        ),
    },
    sign: '22347F8322C0D7A26E976F573C23511797D9885C3EB1126C7A7CD155B40AE404',
  },
  {
    name: 'L9, capital letters sort first',
    secret: appSecret,
    path: '/reverse/getreverseordersforseller',
    parameters: {
      ...system,
      access_token: 'tok',
      page_no: '1',
      page_size: '20',
      TradeOrderLineCreatedTimeRangeStart: '1767139200000',
      TradeOrderLineCreatedTimeRangeEnd: '1767225600000',
      partner_id: 'lazop-sdk-python-20181207',
    },
    sign: '457A02240AF4DCB889E5FAAB752F7CAB30DAC4B6BF9F7AA330E3B92D6AB1F526',
  },
];

const withEmpty = { ...system, code: '0_100240_AbCdEfGh0123456789', uuid: '' };

describe('Lazada signature', () => {
  it.each(vectors)('vector $name', ({ secret, path, parameters, sign }) => {
    expect(lazadaSignature(secret, path, new Map(Object.entries(parameters)))).toBe(sign);
    expect(
      isLazadaSignatureValid(secret, path, new Map(Object.entries({ ...parameters, sign }))),
    ).toBe(true);
  });

  it('vector L10: an empty parameter is skipped', () => {
    const sign = '15457C532CBE3C04FBA7899C572DCD8CAA5FD9CF648008C744027517F5104273';
    const parameters = new Map(Object.entries({ ...withEmpty, sign }));
    expect(isLazadaSignatureValid(appSecret, '/auth/token/create', parameters)).toBe(true);
  });

  it('vector L10b: the bare name of an empty parameter may be signed', () => {
    const sign = 'A40C28EDDCC8989F590786262E2DDE42B8A595B26B27DD4DEBACA422036FA26F';
    const parameters = new Map(Object.entries({ ...withEmpty, sign }));
    expect(isLazadaSignatureValid(appSecret, '/auth/token/create', parameters)).toBe(true);
  });

  it('refuses a signature over names sorted by locale', () => {
    const vector = vectors.at(-1);
    const sign = 'E0779F6FF1AC900D9C496E017A0B1F03AF40CA3320EDD2F767090C7ACDBEEC06';
    const parameters = new Map(Object.entries({ ...vector?.parameters, sign }));
    expect(isLazadaSignatureValid(appSecret, vector?.path ?? '', parameters)).toBe(false);
  });

  it('refuses lowercase hex, a wrong secret and a changed parameter', () => {
    const parameters = { ...system, code: 'x' };
    const path = '/auth/token/create';
    const sign = lazadaSignature(appSecret, path, new Map(Object.entries(parameters)));
    const fits = (changed: Record<string, string>, secret = appSecret): boolean =>
      isLazadaSignatureValid(secret, path, new Map(Object.entries({ ...parameters, ...changed })));
    expect(fits({ sign })).toBe(true);
    expect(fits({ sign: sign.toLowerCase() })).toBe(false);
    expect(fits({ sign }, 'other')).toBe(false);
    expect(fits({ sign, code: 'y' })).toBe(false);
    expect(fits({})).toBe(false);
  });
});
