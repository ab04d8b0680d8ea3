import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cookieValue, createApiClient, fillPath, type ClientOptions } from './apiClient.ts';
import { ApiError } from './apiError.ts';

const json = (status: number, body: unknown) =>
  new Response(body === null ? null : JSON.stringify(body), { status });

function clientWith(answers: readonly (Response | Error)[], more: Partial<ClientOptions> = {}) {
  const requests: { url: string; init: RequestInit; headers: Headers }[] = [];
  const failures: ApiError[] = [];
  let next = 0;
  const client = createApiClient({
    base: 'https://app.test/core/',
    token: () => 'token-1',
    language: 'vi',
    onFailure: (failure) => failures.push(failure),
    cookies: () => '',
    fetch: (url, init = {}) => {
      requests.push({ url: new Request(url).url, init, headers: new Headers(init.headers) });
      const answer = answers[next++];
      return answer instanceof Response
        ? Promise.resolve(answer)
        : Promise.reject(answer ?? new TypeError('no more answers'));
    },
    ...more,
  });
  return { client, requests, failures };
}

describe('calls', () => {
  it('spec 7: resolves with the response body only', async () => {
    const { client } = clientWith([json(200, { items: [], total: 0 })]);
    expect(await client.call('listShops')).toEqual({ items: [], total: 0 });
  });

  it('spec 6: sends the bearer token, and an empty one when logged out', async () => {
    const first = clientWith([json(200, {})]);
    await first.client.call('listShops');
    expect(first.requests[0]?.headers.get('authorization')).toBe('Bearer token-1');
    const second = clientWith([json(200, {})], { token: () => '' });
    await second.client.call('listShops');
    expect(second.requests[0]?.headers.get('authorization')).toBe('Bearer');
  });

  it('sends JSON, the language, the query and the path parameters', async () => {
    const { client, requests } = clientWith(Array.from({ length: 4 }, () => json(200, {})));
    await client.call('saveUser', { body: { email: 'a@b.test' } });
    await client.call('reportSummary', { query: { period: '7d', shops: '' } });
    await client.call('disconnectShop', { params: { shopId: 'a/b' } });
    await client.call('listOrders', { query: { odd: true, page: 2 } });
    expect(requests.map((request) => request.url)).toEqual([
      'https://app.test/core/user',
      'https://app.test/core/reporting/summary?period=7d',
      'https://app.test/core/partner/shops/a%2Fb/disconnect',
      'https://app.test/core/reporting/orders?odd=true&page=2',
    ]);
    expect(requests[0]?.init.body).toBe('{"email":"a@b.test"}');
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.headers.get('accept-language')).toBe('vi');
  });

  it('resolves an empty body to null', async () => {
    const { client } = clientWith([new Response(null, { status: 204 })]);
    expect(await client.call('endSession')).toBeNull();
  });

  it('spec 9: has no timeout of its own', async () => {
    const { client, requests } = clientWith([json(200, {})]);
    await client.call('listShops');
    expect(requests[0]?.init.signal).toBeUndefined();
  });

  it('spec 9: waits for a response as long as it takes', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const response = Promise.withResolvers<Response>();
    const { client, failures } = clientWith([], { fetch: () => response.promise });
    const call = client.call('listShops');
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    response.resolve(json(200, { total: 1 }));
    expect(await call).toEqual({ total: 1 });
    expect(failures).toEqual([]);
  });

  it('spec 9: accepts only 2xx as success', async () => {
    for (const status of [200, 201, 204, 299]) {
      const { client, failures } = clientWith([json(status, null)]);
      expect(await client.call('endSession')).toBeNull();
      expect(failures).toEqual([]);
    }
    for (const status of [300, 304, 399, 400, 404, 500]) {
      const { client, failures } = clientWith([json(status, null)]);
      await expect(client.call('listShops')).rejects.toMatchObject({ status });
      expect(failures).toHaveLength(1);
    }
  });

  it('spec 9: sends the XSRF cookie as a header to its own origin only', async () => {
    const cookies = () => 'other=1; XSRF-TOKEN=a%2Fb';
    const foreign = clientWith([json(200, {})], { cookies });
    await foreign.client.call('listShops');
    expect(foreign.requests[0]?.headers.get('x-xsrf-token')).toBeNull();
    const own = clientWith([json(200, {})], { cookies, base: 'http://localhost/core' });
    await own.client.call('listShops');
    expect(own.requests[0]?.headers.get('x-xsrf-token')).toBe('a/b');
  });

  it('reports a failure to the shared handler once, and rejects with the server’s message', async () => {
    const { client, failures } = clientWith([
      json(422, {
        statusCode: 422,
        error: 'validation',
        message: 'Không đúng',
        requestId: 'r-1',
        details: { email: 'Email không đúng' },
      }),
    ]);
    const failure = await client.call('saveUser', { body: {} }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failures).toEqual([failure]);
    expect(failures[0]).toMatchObject({ code: 'validation', serverMessage: 'Không đúng' });
    expect(failures[0]?.detail('email')).toBe('Email không đúng');
  });

  it('reports an unreachable server as a failure with status 0 and no server message', async () => {
    const { client, failures } = clientWith([new TypeError('fetch failed')]);
    await expect(client.call('listShops')).rejects.toBeInstanceOf(ApiError);
    expect(failures[0]).toMatchObject({ status: 0, serverMessage: null });
  });

  it('reports a successful response that is not JSON as a failure without response', async () => {
    const { client, failures } = clientWith([new Response('<title>Wi-Fi</title>')]);
    await expect(client.call('listShops')).rejects.toBeInstanceOf(ApiError);
    expect(failures[0]).toMatchObject({ status: 0, serverMessage: null });
  });

  it('spec 8: does not notify of the statuses that a form handles, and of no others', async () => {
    const notificationCount = async (status: number) => {
      const { client, failures } = clientWith([json(status, null)]);
      const call = client.call('saveUser', { body: {}, handleErrorLocally: [400, 409] });
      await expect(call).rejects.toMatchObject({ status });
      return failures.length;
    };
    expect(await notificationCount(400)).toBe(0);
    expect(await notificationCount(409)).toBe(0);
    for (const status of [401, 403, 404, 422, 429, 500])
      expect(await notificationCount(status)).toBe(1);
  });

  it('spec 8: notifies of a failing background poll once, until it has succeeded again', async () => {
    const answers = [500, 500, 200, 503, 401, 403].map((status) => json(status, {}));
    const { client, failures } = clientWith(answers);
    const poll = () =>
      client.call('checkSyncedData', { background: true }).catch(() => failures.length);
    expect(await poll()).toBe(1);
    expect(await poll()).toBe(1);
    expect(await poll()).toEqual({});
    expect(await poll()).toBe(2);
    // A 401 and a 403 are always reported.
    expect(await poll()).toBe(3);
    expect(await poll()).toBe(4);
  });

  it('spec 8: notifies once for each request body of a failing background call', async () => {
    const { client, failures } = clientWith(Array.from({ length: 3 }, () => json(500, {})));
    for (const [fields, count] of [
      [['gmv'], 1],
      [['orders'], 2],
      [['gmv'], 2],
    ] as const) {
      const body = { fields: [...fields] };
      await expect(client.call('queryReports', { body, background: true })).rejects.toThrow();
      expect(failures).toHaveLength(count);
    }
  });

  it('spec 8: notifies of failing token exchanges once', async () => {
    const { client, failures } = clientWith([json(500, {}), json(500, {})]);
    for (const accessToken of ['first', 'second']) {
      const exchange = { body: { accessToken }, token: '', background: true };
      await expect(client.call('identityLogin', exchange)).rejects.toThrow();
    }
    expect(failures).toHaveLength(1);
  });

  it('spec 8: reports a 401 and a 403 of a stream, but not a lost one', async () => {
    const { client, failures } = clientWith([401, 403, 500].map((status) => json(status, null)));
    const { signal } = new AbortController();
    for (const status of [401, 403, 500]) {
      await expect(client.open('collectionEvents', signal)).rejects.toMatchObject({ status });
    }
    expect(failures.map(({ status }) => status)).toEqual([401, 403]);
  });

  it('sends a token given for one call, and never renews it', async () => {
    const renewedSince = vi.fn(() => true);
    const { client, requests } = clientWith([json(401, null)], { renewedSince });
    const call = client.call('endSession', { token: 'old', keepalive: true });
    await expect(call).rejects.toMatchObject({ status: 401 });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer old');
    expect(requests[0]?.init.keepalive).toBe(true);
    expect(renewedSince).not.toHaveBeenCalled();
  });

  it('rejects with the error of the token that it waited for', async () => {
    const failure = new ApiError(503, null);
    const { client, failures, requests } = clientWith([], { token: () => Promise.reject(failure) });
    await expect(client.call('listShops')).rejects.toBe(failure);
    expect(failures).toEqual([failure]);
    expect(requests).toEqual([]);
  });

  it('reports nothing if the caller aborts', async () => {
    const abort = new AbortController();
    const { client, failures } = clientWith([], {
      fetch: () => {
        abort.abort(new Error('left the screen'));
        return Promise.reject(new DOMException('aborted', 'AbortError'));
      },
    });
    await expect(client.call('listShops', { signal: abort.signal })).rejects.toThrow(
      'left the screen',
    );
    expect(failures).toEqual([]);
  });

  it('spec 8: reports a call that exceeds the caller’s timeout', async () => {
    const timeout = AbortSignal.abort(new DOMException('signal timed out', 'TimeoutError'));
    const { client, failures } = clientWith([timeout.reason]);
    await expect(client.call('listShops', { signal: timeout })).rejects.toMatchObject({
      name: 'ApiError',
      status: 0,
      cause: timeout.reason,
    });
    expect(failures).toHaveLength(1);
  });
});

describe('a 401', () => {
  it('is retried once if the token was renewed after the request started', async () => {
    let token = 'old';
    const { client, requests, failures } = clientWith([json(401, null), json(200, { total: 1 })], {
      token: () => token,
      renewedSince: () => {
        token = 'new';
        return true;
      },
    });
    expect(await client.call('listShops')).toEqual({ total: 1 });
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    expect(failures).toEqual([]);
  });

  it('is final if the retry is refused too, or if no token was renewed', async () => {
    const twice = clientWith([json(401, null), json(401, null)], { renewedSince: () => true });
    await expect(twice.client.call('listShops')).rejects.toMatchObject({ status: 401 });
    expect(twice.failures).toHaveLength(1);
    const once = clientWith([json(401, null)], { renewedSince: () => false });
    await expect(once.client.call('listShops')).rejects.toMatchObject({ status: 401 });
    expect(once.requests).toHaveLength(1);
  });
});

describe('fillPath and cookieValue', () => {
  it('fillPath encodes parameters, and throws if one is missing', () => {
    expect(fillPath('/shops/:shopId/x', { shopId: 'ă' })).toBe('/shops/%C4%83/x');
    expect(() => fillPath('/shops/:shopId')).toThrow('shopId is missing');
  });

  it('cookieValue matches the whole name of a cookie', () => {
    expect(cookieValue('XSRF-TOKEN-2=b; XSRF-TOKEN=a', 'XSRF-TOKEN')).toBe('a');
    expect(cookieValue('a=%', 'a')).toBe('%');
    expect(cookieValue('', 'a')).toBeNull();
  });
});

describe('types of call', () => {
  it('require what an endpoint needs, and allow nothing else', () => {
    const { client } = clientWith([]);
    const never = () => [
      // @ts-expect-error the platform has to be given
      client.call('authorizePartner'),
      // @ts-expect-error there is no such call
      client.call('nothing'),
      // @ts-expect-error a call without parameters takes none
      client.call('listShops', { params: { shopId: '1' } }),
      client.call('reportSummary'),
      // @ts-expect-error a 401 acts in the whole application
      client.call('listShops', { handleErrorLocally: [401] }),
    ];
    expect(never).toBeTypeOf('function');
  });
});
