import { expect, it } from 'vitest';
import type { PartnerCall } from '../connector/connector.ts';
import { ShopeeClient } from '../shopee/protocol/client.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { TikTokClient } from '../tiktok/protocol/client.ts';
import { callPartner } from './call-partner.ts';

const call: PartnerCall = { platform: 'TIKI', app: 'app', shop: 'VN:1', endpoint: '/orders' };
const application = { authorizeUrl: 'https://partner.test/auth', api: 'https://partner.test' };

it('a request is built after the wait for its permit', async () => {
  const steps: string[] = [];
  const environment = createTestEnvironment(
    {},
    {
      beforeCall: async () => {
        await Promise.resolve();
        steps.push('permit');
      },
      fetch: async () => {
        steps.push('send');
        return new Response('{}');
      },
    },
  );
  await callPartner(environment, {
    call,
    build: () => {
      steps.push('build');
      return { url: 'https://partner.test/orders', init: {} };
    },
    interpret: () => steps.push('interpret'),
  });
  expect(steps).toEqual(['permit', 'build', 'send', 'interpret']);
});

it('a call of TikTok Shop carries the time after the wait for its permit', async () => {
  let time = new Date('2026-11-21T00:00:00Z');
  const sent: URL[] = [];
  const environment = createTestEnvironment(
    {},
    {
      clock: () => time,
      beforeCall: async () => {
        time = new Date('2026-11-21T00:00:30Z');
      },
      fetch: async (input, init) => {
        sent.push(new URL(new Request(input, init).url));
        return new Response('{"code":"0","data":{}}');
      },
    },
  );
  const tikTok = {
    ...application,
    appKey: 'a',
    appSecret: 's',
    serviceId: '7',
    authApi: 'https://a.test',
  };
  const client = new TikTokClient(tikTok, environment);
  await client.read({ path: '/orders', access: { accessToken: 't' }, shop: null });
  expect(sent[0]?.searchParams.get('timestamp')).toBe(String(time.getTime() / 1000));
});

it('the page of a gateway that throttles Shopee is a throttle', async () => {
  const throttles: object[] = [];
  const environment = createTestEnvironment(
    {},
    {
      onThrottled: async (_call, throttle) => {
        throttles.push(throttle);
      },
      fetch: async () => new Response('<html>', { status: 429, headers: { 'retry-after': '4' } }),
    },
  );
  const client = new ShopeeClient({ ...application, partnerId: '1', partnerKey: 'k' }, environment);
  await expect(client.exchange({ path: '/api/v2/shop', access: null })).rejects.toMatchObject({
    kind: 'throttled',
    code: 'http_429',
  });
  expect(throttles).toEqual([{ scope: 'shop', waitMs: 4000 }]);
});
