import { expect, it } from 'vitest';
import type { PartnerCall } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { ShopeeClient } from '../shopee/protocol/client.ts';
import { createTestEnvironment } from '../testing/environment.ts';
import { TikTokClient } from '../tiktok/protocol/client.ts';
import { callPartner, callWithRetries, PartnerClock } from './call-partner.ts';

const call: PartnerCall = { platform: 'TIKI', app: 'app', shop: 'VN:1', endpoint: '/orders' };
const application = { authorizeUrl: 'https://partner.test/auth', api: 'https://partner.test' };

it('builds a request after waiting for its permit', async () => {
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

it('signs a call of TikTok Shop with the time after waiting for its permit', async () => {
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

it.each([
  ['no response', (ended: Promise<never>) => ended],
  [
    'a body without an end',
    async (ended: Promise<never>) =>
      new Response(
        new ReadableStream({ start: (body) => ended.catch((error) => body.error(error)) }),
      ),
  ],
])('%s ends at the timeout of each call, so the total time is bounded', async (_name, respond) => {
  const waits: number[] = [];
  let calls = 0;
  let endedCalls = 0;
  const environment = createTestEnvironment(
    {},
    {
      timeoutMs: 1,
      sleep: async (ms) => {
        waits.push(ms);
      },
      fetch: (_input, init) => {
        calls += 1;
        const ended = new Promise<never>((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            endedCalls += 1;
            reject(new DOMException('aborted', 'AbortError'));
          });
        });
        return respond(ended);
      },
    },
  );
  const result = callWithRetries(environment, {
    call,
    build: () => ({ url: 'https://partner.test/orders', init: {} }),
    interpret: () => 'answered',
  });
  await expect(result).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
  expect({ calls, endedCalls }).toEqual({ calls: 5, endedCalls: 5 });
  expect(waits).toHaveLength(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(10_000);
});

it.each([
  ['10', 5],
  // A longer wait is left to the caller.
  ['11', 1],
  ['86400', 1],
])('a retry-after of %s seconds leads to %i calls', async (retryAfter, expected) => {
  let calls = 0;
  const environment = createTestEnvironment(
    {},
    {
      sleep: async () => undefined,
      random: () => 0,
      fetch: async () => {
        calls += 1;
        return new Response('', { status: 503, headers: { 'retry-after': retryAfter } });
      },
    },
  );
  const client = new ShopeeClient({ ...application, partnerId: '1', partnerKey: 'k' }, environment);
  await expect(client.read({ path: '/api/v2/shop', access: null })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'http_503',
  });
  expect(calls).toBe(expected);
});

it.each([
  ['unavailable', 0, [0, 0, 0, 0]],
  ['unavailable', 1, [250, 500, 1000, 2000]],
  ['throttled', 0, [1000, 1000, 1000, 1000]],
  ['throttled', 1, [1250, 1500, 2000, 3000]],
  ['protocol', 1, []],
  ['unauthorized', 1, []],
] as const)('waits after %s calls with the jitter %d for %j ms', async (kind, jitter, expected) => {
  const waits: number[] = [];
  let throttles = 0;
  const environment = createTestEnvironment(
    {},
    {
      random: () => jitter,
      sleep: async (ms) => {
        waits.push(ms);
      },
      fetch: async () => new Response('{}'),
      onThrottled: async () => {
        throttles += 1;
      },
    },
  );
  const result = callWithRetries(environment, {
    call,
    build: () => ({ url: 'https://partner.test/orders', init: {} }),
    interpret: () => {
      throw new PartnerError({ kind, code: 'some', endpoint: '/orders' });
    },
  });
  await expect(result).rejects.toMatchObject({ kind });
  expect(waits).toEqual(expected);
  expect(throttles).toBe(kind === 'throttled' ? 5 : 0);
});

it('treats a gateway’s 429 page for Shopee as a throttle', async () => {
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

it('computes the partner’s clock lag from its newest Date header', async () => {
  const dates = ['Tue, 10 Nov 2026 08:00:00 GMT', 'noon', 'Wed, 11 Nov 2026 09:00:00 GMT', null];
  const clock = new PartnerClock();
  const { fetch } = clock.listening(
    createTestEnvironment(
      {},
      {
        clock: () => new Date('2026-11-11T08:00:00Z'),
        fetch: async () => {
          const date = dates.shift();
          return new Response('{}', date ? { headers: { date } } : {});
        },
      },
    ),
  );
  const lags: (number | null)[] = [clock.lagMs];
  while (dates.length > 0) {
    await fetch('https://partner.test/');
    lags.push(clock.lagMs);
  }
  expect(lags).toEqual([null, 86_400_000, 86_400_000, -3_600_000, -3_600_000]);
});
