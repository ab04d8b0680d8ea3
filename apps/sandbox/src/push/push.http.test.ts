import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  lazadaCallback,
  SandboxTestClient,
  isJson,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from '../testing/sandbox-client.ts';
import type { Json } from '../testing/sandbox-client.ts';

const lazadaShop = '200164501';
const clock = Date.parse('2026-11-11T05:00:00Z');

interface Delivery {
  readonly path: string;
  readonly body: string;
  readonly authorization: string;
}

let sandbox: SandboxTestClient;
let received: Delivery[] = [];
let status = 200;
let rejectsBadSignatures = false;
/** What the receiver waits for before it answers, by path. */
const answersAfter = new Map<string, Promise<void>>();
let address = '';
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { authorization = '' } = request.headers;
    const delivery = {
      path: request.url ?? '',
      body: Buffer.concat(parts).toString('utf8'),
      authorization,
    };
    received.push(delivery);
    const answer = () =>
      response.writeHead(rejectsBadSignatures && !isSigned(delivery) ? 401 : status).end();
    void (answersAfter.get(delivery.path) ?? Promise.resolve()).then(answer);
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
  const bound = receiver.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('the receiver has no port');
  address = `http://127.0.0.1:${bound.port}`;
  sandbox = await SandboxTestClient.start({ size: 'small', clockMs: clock });
  await sandbox.control('clock', 'PUT', { frozen: true });
  await sandbox.token(lazadaShop);
  // A busy machine takes longer than the half second of Lazada, whose next attempt a frozen clock never reaches.
  const target = { url: `${address}/lazada`, timeoutMs: 60_000 };
  await sandbox.control('push', 'PUT', { LAZADA: target });
});
afterEach(async () => {
  await sandbox.control('faults', 'DELETE');
  received = [];
  status = 200;
  rejectsBadSignatures = false;
  answersAfter.clear();
});
afterAll(async () => {
  await sandbox.running.stop();
  receiver.close();
});

async function counts(platform = 'LAZADA'): Promise<Json> {
  return objectAt(objectAt(await sandbox.control('push'), 'platforms'), platform);
}

/** Waits until nothing is left to send by the sandbox's clock. */
function waitForEmptyOutbox(): Promise<void> {
  return vi.waitFor(async () => expect(numberAt(await counts(), 'waiting')).toBe(0), {
    timeout: 60_000,
  });
}

/** Moves the clock and returns the number of pushes that this causes. */
async function advance(seconds: number, platform = 'LAZADA'): Promise<number> {
  const before = numberAt(await counts(platform), 'emitted');
  await sandbox.control('clock', 'PUT', { advanceSeconds: seconds });
  return vi.waitFor(
    async () => {
      const now = await counts(platform);
      const emitted = numberAt(now, 'emitted') - before;
      expect(emitted).toBeGreaterThan(0);
      return emitted;
    },
    { timeout: 60_000 },
  );
}

function waitForDeliveries(minCount: number): Promise<void> {
  return vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(minCount), {
    timeout: 60_000,
  });
}

function bodyOf({ body }: Delivery): Json {
  const value: unknown = JSON.parse(body);
  if (!isJson(value)) throw new TypeError('the message is not an object');
  return value;
}

function ofKind(kind: number): Json[] {
  return received.map(bodyOf).filter((message) => message['message_type'] === kind);
}

function isSigned({ body, authorization }: Delivery): boolean {
  const mac = createHmac('sha256', 'sc-lazada-secret-0001');
  return mac.update(`100240${body}`).digest('hex') === authorization;
}

describe('pushes to the application', () => {
  it('cover every line of a changed order, signed over key and body', async () => {
    const emitted = await advance(3600);
    await waitForDeliveries(emitted);
    expect(received.every(isSigned)).toBe(true);
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/lazada']));
    const token = await sandbox.token(lazadaShop);
    const orders = await sandbox.call(
      '/orders/get',
      { update_after: '2026-11-11T12:00:01+07:00', limit: '100' },
      token,
    );
    const changed = listAt(objectAt(orders, 'data'), 'orders').map((order) =>
      String(numberAt(order, 'order_id')),
    );
    const notifiedOrderIds = ofKind(0).map((each) =>
      textAt(objectAt(each, 'data'), 'trade_order_id'),
    );
    expect(new Set(notifiedOrderIds)).toEqual(new Set(changed));
    const [first] = ofKind(0);
    expect(first).toMatchObject({ seller_id: lazadaShop, message_type: 0, site: 'lazada_vn' });
  });

  it('are retried by the clock of the sandbox when they failed', async () => {
    status = 500;
    const emitted = await advance(3600);
    await waitForDeliveries(emitted);
    received = [];
    status = 200;
    await sandbox.control('clock', 'PUT', { advanceSeconds: 1801 });
    await waitForDeliveries(emitted);
    expect(received.slice(0, emitted).every(isSigned)).toBe(true);
    // Waits for pushes about that half hour too, so that they do not arrive in another test.
    await vi.waitFor(
      async () => {
        const { taken, emitted: all, waiting } = await counts();
        expect([taken, waiting]).toEqual([all, 0]);
      },
      { timeout: 60_000 },
    );
  });

  it('are retried with a valid signature after a rejected invalid one', async () => {
    rejectsBadSignatures = true;
    await sandbox.control('faults', 'PUT', { faults: [{ kind: 'push_wrong_signature' }] });
    const emitted = await advance(3600);
    await waitForDeliveries(emitted);
    const rejected = received.map(({ body }) => body);
    await sandbox.control('faults', 'DELETE');
    received = [];
    await waitForDeliveries(emitted + (await advance(3600)));
    expect(received.every(isSigned)).toBe(true);
    expect(received.map(({ body }) => body)).toEqual(expect.arrayContaining(rejected));
    await waitForEmptyOutbox();
  });

  it('are forged once: a rejected forgery is neither retried nor counted as lost', async () => {
    rejectsBadSignatures = true;
    await sandbox.control('faults', 'PUT', { faults: [{ kind: 'push_forged' }] });
    const before = await counts();
    const emitted = await advance(3600);
    await waitForDeliveries(2 * emitted);
    const forged = new Set(received.map(({ body }) => body));
    await sandbox.control('faults', 'DELETE');
    received = [];
    const later = await advance(3600);
    await waitForDeliveries(later);
    await waitForEmptyOutbox();
    expect(received.filter(({ body }) => forged.has(body))).toEqual([]);
    await vi.waitFor(
      async () => {
        const now = await counts();
        const change = (name: string) => numberAt(now, name) - numberAt(before, name);
        expect([change('taken'), change('lost')]).toEqual([emitted + later, 0]);
      },
      { timeout: 60_000 },
    );
  });

  it('are lost, duplicated, forged, delayed or badly signed by faults', async () => {
    const strike = (...faults: object[]) => sandbox.control('faults', 'PUT', { faults });
    await strike({ kind: 'push_lost' });
    await advance(3600);
    expect(numberAt(await counts(), 'lost')).toBeGreaterThan(0);
    expect(received).toEqual([]);
    await strike({ kind: 'push_doubled' });
    await waitForDeliveries(2 * (await advance(3600)));
    expect(new Set(received.map(({ body }) => body)).size).toBeLessThan(received.length);
    received = [];
    await strike({ kind: 'push_forged' });
    await waitForDeliveries(2 * (await advance(3600)));
    expect(received.filter(isSigned).length * 2).toBe(received.length);
    received = [];
    await strike({ kind: 'push_wrong_signature' });
    await waitForDeliveries(await advance(3600));
    expect(received.some(isSigned)).toBe(false);
    received = [];
    await strike({ kind: 'push_late', ms: 600_000 });
    const emitted = await advance(3600);
    expect(received.length).toBe(0);
    await sandbox.control('clock', 'PUT', { advanceSeconds: 601 });
    await waitForDeliveries(emitted);
  });

  it('announce a revoked consent to Shopee and TikTok Shop', async () => {
    const hook = 'https://hooks.example.com/shopee';
    const shopeeTarget = { url: `${address}/shopee`, registered: hook, timeoutMs: 60_000 };
    const tiktokTarget = { url: `${address}/tiktok`, timeoutMs: 60_000 };
    await sandbox.control('push', 'PUT', { SHOPEE: shopeeTarget, TIKTOK: tiktokTarget });
    const shops = await sandbox.shops();
    const shopOf = (platform: string): string => {
      const shop = shops.find((each) => each['platform'] === platform);
      return textAt(shop ?? {}, 'externalShopId');
    };
    for (const platform of ['SHOPEE', 'TIKTOK']) {
      await sandbox.control('withdraw', 'POST', { platform, shop: shopOf(platform) });
    }
    await waitForDeliveries(2);
    const shopee = received.find(({ path }) => path === '/shopee');
    const tiktok = received.find(({ path }) => path === '/tiktok');
    if (!shopee || !tiktok) throw new Error('a message is missing');
    expect(bodyOf(shopee)).toMatchObject({ code: 2, data: { shop_id: Number(shopOf('SHOPEE')) } });
    const overAddress = createHmac('sha256', 'sc-shopee-partner-key-0001');
    const signed = overAddress.update(`${hook}|${shopee.body}`).digest('hex');
    expect(shopee.authorization).toBe(signed);
    expect(bodyOf(tiktok)).toMatchObject({ type: 6, shop_id: shopOf('TIKTOK') });
    const overKey = createHmac('sha256', 'sc-tiktok-secret-0001');
    expect(tiktok.authorization).toBe(overKey.update(`6sc100240tts${tiktok.body}`).digest('hex'));
  });

  it('wait for a response as long as the timeout of their target', async () => {
    const answered = Promise.withResolvers<void>();
    for (const path of ['/lazada', '/tiktok']) answersAfter.set(path, answered.promise);
    // Longer than Lazada would wait.
    const impatient = { url: `${address}/tiktok`, timeoutMs: 1_500 };
    await sandbox.control('push', 'PUT', { TIKTOK: impatient });
    const before = { lazada: await counts(), tiktok: await counts('TIKTOK') };
    const shops = await sandbox.shops();
    const shop = shops.find(({ platform }) => platform === 'TIKTOK') ?? {};
    await sandbox.control('withdraw', 'POST', {
      platform: 'TIKTOK',
      shop: textAt(shop, 'externalShopId'),
    });
    await waitForDeliveries(1);
    await advance(3600);
    await vi.waitFor(
      async () =>
        expect(numberAt(await counts('TIKTOK'), 'unanswered')).toBeGreaterThan(
          numberAt(before.tiktok, 'unanswered'),
        ),
      { timeout: 60_000 },
    );
    answered.resolve();
    await waitForEmptyOutbox();
    const after = await counts();
    expect(numberAt(after, 'taken')).toBeGreaterThan(numberAt(before.lazada, 'taken'));
    expect(numberAt(after, 'unanswered')).toBe(numberAt(before.lazada, 'unanswered'));
    const refused = await sandbox.controlResponse('push', 'PUT', {
      TIKTOK: { url: address, timeoutMs: 0 },
    });
    expect(refused.status).toBe(400);
  });

  it('are not sent without a URL; an invalid URL is refused', async () => {
    await sandbox.control('push', 'PUT', { LAZADA: null });
    const before = numberAt(await counts(), 'emitted');
    await sandbox.control('clock', 'PUT', { advanceSeconds: 3600 });
    await sandbox.control('push', 'PUT', { LAZADA: address });
    expect(numberAt(await counts(), 'emitted')).toBe(before);
    const refused = await sandbox.controlResponse('push', 'PUT', { LAZADA: 'nowhere' });
    expect(refused.status).toBe(400);
    expect((await sandbox.controlResponse('push', 'PUT', { TIKI: address })).status).toBe(400);
    const partly = { SHOPEE: `${address}/elsewhere`, TIKI: address };
    expect((await sandbox.controlResponse('push', 'PUT', partly)).status).toBe(400);
    expect(JSON.stringify(await sandbox.control('push'))).not.toContain('elsewhere');
  });
});

describe('the event queue of Tiki', () => {
  const basicAuthorization = 'Basic MTAwMDAwMDAwMDAwMDAwMTpzYW5kYm94LXNlY3JldC0wMDAx';
  const shopId = '186501';

  async function token(fields: Record<string, string>): Promise<string> {
    const answer = await fetch(`${sandbox.running.tikiUrl}/sc/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { authorization: basicAuthorization },
    });
    const body: unknown = await answer.json();
    return textAt(isJson(body) ? body : {}, 'access_token');
  }

  async function queues(path: string, bearer: string, body?: object): Promise<Json> {
    const answer = await fetch(`${sandbox.running.tikiUrl}/integration/v1/queues${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const value: unknown = await answer.json();
    return { ...(isJson(value) ? value : {}), httpStatus: answer.status };
  }

  it('returns events until they are acknowledged, oldest first', async () => {
    const callback = lazadaCallback.replace('lazada', 'tiki');
    const consent = { platform: 'TIKI', shop: shopId, redirectUri: callback };
    const code = textAt(await sandbox.control('authorize', 'POST', consent), 'code');
    const seller = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
    });
    const own = await token({ grant_type: 'client_credentials', scope: '' });
    const made = await queues('', own, { name: 'test' });
    const queue = textAt(made, 'code');
    expect(listAt(await queues('', own), 'data')).toEqual([
      { code: queue, name: 'test', status: 'ACTIVE' },
    ]);
    // A queue belongs to the application, a subscription to the seller.
    expect(await queues('', seller, { name: 'other' })).toMatchObject({ httpStatus: 401 });
    const type = { event_type: 'ORDER_STATUS_UPDATED' };
    expect(await queues(`/${queue}/subscriptions`, own, type)).toMatchObject({ httpStatus: 401 });
    for (const event_type of ['ORDER_CREATED_SUCCESSFULLY', 'ORDER_STATUS_UPDATED']) {
      const subscribed = await queues(`/${queue}/subscriptions`, seller, { event_type });
      expect(subscribed).toMatchObject({ active: true, sid: shopId });
    }
    const pull = (ack_id: string | null) => queues(`/${queue}/events/pull`, own, { ack_id });
    expect(await pull(null)).toMatchObject({ events: [], ack_id: null });
    await sandbox.control('clock', 'PUT', { advanceSeconds: 43_200 });
    const first = await pull(null);
    const events = listAt(first, 'events');
    expect(events.length).toBeGreaterThan(10);
    const times = events.map((event) => numberAt(event, 'created_at'));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(events[0]).toMatchObject({ sid: shopId, payload: { order_code: expect.any(String) } });
    expect(listAt(await pull(null), 'events')).toEqual(events);
    let ack = textAt(first, 'ack_id');
    const seen = new Set(events.map((event) => textAt(event, 'id')));
    for (;;) {
      const next = await pull(ack);
      const batch = listAt(next, 'events');
      if (batch.length === 0) break;
      for (const event of batch) {
        expect(seen.has(textAt(event, 'id'))).toBe(false);
        seen.add(textAt(event, 'id'));
      }
      ack = textAt(next, 'ack_id');
    }
    await sandbox.control('faults', 'PUT', {
      faults: [
        { platform: 'TIKI', kind: 'push_lost', probability: 0.3 },
        { platform: 'TIKI', kind: 'push_doubled', probability: 0.5 },
      ],
    });
    await sandbox.control('clock', 'PUT', { advanceSeconds: 36_000 });
    const disturbed = listAt(await pull(ack), 'events').map((event) => textAt(event, 'id'));
    expect(new Set(disturbed).size).toBeLessThan(disturbed.length);
  });
});

describe('pushes of returns', () => {
  it('report the steps of a case, line by line', async () => {
    await sandbox.control('push', 'PUT', { LAZADA: `${address}/lazada` });
    await advance(86_400);
    await vi.waitFor(() => expect(ofKind(10).length).toBeGreaterThan(1), { timeout: 60_000 });
    const token = await sandbox.token(lazadaShop);
    const query = { page_no: '1', page_size: '100' };
    const answer = await sandbox.call('/reverse/getreverseordersforseller', query, token);
    const known = listAt(objectAt(answer, 'result'), 'items').map((one) =>
      numberAt(one, 'reverse_order_id'),
    );
    const steps = ofKind(10).map((each) => objectAt(each, 'data'));
    expect(known).toEqual(
      expect.arrayContaining(steps.map((step) => numberAt(step, 'reverse_order_id'))),
    );
    for (const step of steps) {
      expect(textAt(step, 'reverse_status')).toMatch(/^(?:RTW|REFUND|CANCEL)_/);
      expect(numberAt(step, 'seller_id')).toBe(Number(lazadaShop));
    }
    expect(received.every(isSigned)).toBe(true);
  });
});
