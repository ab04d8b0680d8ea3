import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isJson, numberAt, objectAt, textAt } from '../testing/sandbox-client.ts';
import { shopId, TiktokTestClient } from '../testing/tiktok-client.ts';

interface Delivery {
  readonly body: string;
  readonly authorization: string;
}

describe('the pushes of TikTok Shop', () => {
  const received: Delivery[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { authorization = '' } = request.headers;
      received.push({ body: Buffer.concat(parts).toString('utf8'), authorization });
      response.writeHead(204).end();
    });
  });
  let caller: TiktokTestClient;

  beforeAll(async () => {
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const bound = receiver.address();
    if (typeof bound !== 'object' || bound === null) throw new Error('the receiver has no port');
    caller = await TiktokTestClient.start();
    const tiktokUrl = `http://127.0.0.1:${bound.port}/tiktok`;
    await caller.sandbox.control('push', 'PUT', { TIKTOK: tiktokUrl });
  });
  afterAll(async () => {
    await caller.sandbox.running.stop();
    receiver.close();
  });

  function messages(type: number) {
    return received.flatMap(({ body }) => {
      const value: unknown = JSON.parse(body);
      return isJson(value) && value['type'] === type ? [value] : [];
    });
  }

  it('report orders and returns as separate events', async () => {
    await vi.waitFor(
      async () => {
        await caller.sandbox.control('clock', 'PUT', { advanceSeconds: 4 * 86_400 });
        expect(messages(12).length).toBeGreaterThan(2);
      },
      { timeout: 60_000, interval: 150 },
    );
    expect(messages(1).length).toBeGreaterThan(3);
    for (const { body, authorization } of received) {
      const signature = createHmac('sha256', 'sc-tiktok-secret-0001').update(`6sc100240tts${body}`);
      expect(authorization).toBe(signature.digest('hex'));
    }
    // Weeks may have passed, so the access token may have expired.
    const renewed = await caller.refresh(caller.refreshToken);
    caller.token = textAt(objectAt(renewed, 'data'), 'access_token');
    const returns = await caller.returns();
    for (const message of messages(12)) {
      const data = objectAt(message, 'data');
      expect(message['shop_id']).toBe(shopId);
      const own = returns.find((each) => each['return_id'] === data['return_id']);
      expect(own?.['order_id']).toBe(textAt(data, 'order_id'));
      if (numberAt(data, 'update_time') === own?.['update_time']) {
        expect(data['return_status']).toBe(own['return_status']);
      }
    }
  });
});
