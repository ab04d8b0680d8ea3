import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createReceipt, sendReceipt } from './platform.ts';

const receipt = createReceipt({ messageId: 'm', trackingId: 't', arrivedAt: 1_790_000_000_000 });

it('sends a signed receipt and tolerates a webhook that is gone', async () => {
  const calls: object[] = [];
  const webhook = createServer((request, response) => {
    const { method, url, headers } = request;
    const signature = headers['x-zevent-signature'];
    void text(request).then((body) => {
      calls.push({ method, url, body, signature });
      response.end();
    });
  });
  await new Promise<void>((done) => webhook.listen(0, '127.0.0.1', done));
  const { port }: Pick<AddressInfo, 'port'> = Object(webhook.address());
  const url = `http://127.0.0.1:${port}/partner/push/zalo`;
  await sendReceipt(url, receipt);
  expect(calls).toEqual([{ method: 'POST', url: '/partner/push/zalo', ...receipt }]);
  await new Promise((done) => webhook.close(done));
  await sendReceipt(url, receipt);
  expect(calls).toHaveLength(1);
});
