import {
  createLazadaConnector,
  lazadaHosts,
  PartnerError,
  type Connector,
  type Grant,
} from '@seller-connect/partners';
import { pino } from 'pino';

type Country = 'VN' | 'SG' | 'MY';

/** Creates a connector whose consents open a shop of the seller in each of the countries, some of them closed. */
export function fakeConnector(
  seller: string,
  countries: Country[],
  closedCountries: Country[] = [],
): Connector {
  const log = pino({ level: 'silent' });
  const real = createLazadaConnector(
    { appKey: '1', appSecret: 'x', ...lazadaHosts },
    {
      fetch,
      clock: () => new Date(),
      log,
      beforeCall: async () => undefined,
      onThrottled: async () => undefined,
      timeoutMs: 1,
      sleep: async () => undefined,
      random: () => 0,
    },
  );
  const grant: Grant = {
    accessToken: `token of ${countries.join('+')}`,
    refreshToken: 'r',
    accessExpiresAt: new Date(Date.now() + 86_400_000 * 7),
    refreshExpiresAt: new Date(Date.now() + 86_400_000 * 14),
    shops: countries.map((region) => ({ externalShopId: seller, region })),
    account: 'seller@example.test',
  };
  return {
    ...real,
    exchangeCode: async () => grant,
    readShop: async (access) => {
      if (closedCountries.some((region) => region === access.region)) {
        throw new PartnerError({
          kind: 'invalid_request',
          code: 'SellerNotActive',
          endpoint: '/seller/get',
        });
      }
      return {
        shop: {
          externalShopId: seller,
          name: `${seller} ${access.region}`,
          region: access.region,
          currency: access.region === 'VN' ? 'VND' : 'SGD',
          timeZone: access.region === 'VN' ? 'Asia/Ho_Chi_Minh' : 'Asia/Singapore',
          status: 'ACTIVE',
        },
        raw: { entity: 'shop', externalId: seller, updatedAt: null, payload: Buffer.from('{}') },
      };
    },
  };
}
