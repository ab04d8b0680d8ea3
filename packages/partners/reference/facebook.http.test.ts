import type { ShopAccess } from '../src/connector/shop-access.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdDaysPage, AdsConnector } from '../src/connector/ads-connector.ts';
import { createFacebookConnector } from '../src/facebook/connector.ts';
import type { HostileResponse } from './hostile-responses.ts';
import { describePartner } from './marketplace-suite.ts';
import { fetchAllPages, toResult, type Scenarios } from './scenarios.ts';

const span = { since: '2026-11-09', until: '2026-11-12' };

/** Returns an error in Graph's format, which may come with any status. */
const fault = (status: number, code: number, error_subcode?: number): HostileResponse => ({
  what: `the error ${code} with status ${status}`,
  status,
  text: JSON.stringify({
    error: { message: 'Refused', type: 'OAuthException', code, error_subcode, fbtrace_id: 'A1' },
  }),
  contentType: 'application/json',
  row: null,
});

const toDayRows = ({ days }: AdDaysPage) =>
  days.map(({ canonical: { adId, date } }) => ({ key: `${adId} ${date}` }));

async function createScenarios(
  connector: AdsConnector,
  access: ShopAccess,
): Promise<Scenarios<AdsConnector>> {
  const reportId = await connector.startReport(access, span);
  while ((await connector.reportState(access, reportId)).state === 'running') await delay(20);
  const entities = (level: 'campaign' | 'ad_set' | 'ad') => (reader: AdsConnector) =>
    fetchAllPages(
      (from) => reader.readEntities(access, level, from),
      ({ entities: found }) =>
        found.map(({ canonical: { entityId: key, status } }) => ({ key, statuses: [status] })),
    );
  return {
    account: async (reader) => {
      const { shop } = await reader.readShop(access);
      return toResult([{ key: shop.externalShopId, statuses: [shop.status] }], []);
    },
    campaigns: entities('campaign'),
    'ad sets': entities('ad_set'),
    ads: entities('ad'),
    days: (reader) => fetchAllPages((from) => reader.readDays(access, span, from), toDayRows),
    report: async (reader) => {
      await reader.startReport(access, span);
      await reader.reportState(access, reportId);
      return fetchAllPages((from) => reader.readReport(access, reportId, from), toDayRows);
    },
  };
}

describePartner<AdsConnector>({
  reference: 'facebook',
  platform: 'FACEBOOK',
  shopId: '884410200164501',
  now: '2026-11-12T05:00:00.000Z',
  connect: ({ facebook }, environment) => createFacebookConnector(facebook, environment),
  scenarios: createScenarios,
  volatile: ['appsecret_proof', 'client_id', 'client_secret'],
  sign: (_sandbox, { url }, { query, body }) => {
    const { searchParams } = url;
    const search = new URLSearchParams(
      query.map(([name, value]): [string, string] => [name, value]),
    );
    const proof = searchParams.get('appsecret_proof');
    if (proof !== null) search.set('appsecret_proof', proof);
    return { url: `${url.origin}${url.pathname}?${search.toString()}`, body };
  },
  isError: (status, answer) => status >= 400 || answer.includes('"error":'),
  values: {
    uninterpreted: {
      'listAdAccounts: data.[].account_status': 'the account itself says its status',
      'getReportRun: async_status': 'passed through the connector in `facebook.test.ts`',
    },
  },
  hostileAnswers: [
    fault(400, 190, 463),
    fault(200, 190, 463),
    fault(400, 10),
    fault(400, 17, 2446079),
    fault(500, 2),
    fault(400, 987654),
  ],
});
