import { once } from 'node:events';
import { createServer } from 'node:http';
import { vi } from 'vitest';
import type { Sandbox } from '../src/testing/sandbox.ts';

export interface PushDelivery {
  mediaType: string;
  authorization: string;
  body: string;
}

interface PushScope {
  platform: string;
  shopId: string;
  /** Returns whether every type of push that changes of orders cause has arrived. */
  isComplete(deliveries: readonly PushDelivery[]): boolean;
  /** Returns whether the push about the withdrawn consent has arrived; null where the marketplace sends none. */
  hasWithdrawal: ((deliveries: readonly PushDelivery[]) => boolean) | null;
}

const waiting = { timeout: 60_000, interval: 150 };

/**
 * Receives the pushes of a linked shop, day by day until they are complete, and the one about its withdrawn consent.
 * @returns the deliveries and the URL that they were sent to
 */
export async function receivePushes(
  sandbox: Sandbox,
  { platform, shopId, isComplete, hasWithdrawal }: PushScope,
): Promise<{ deliveries: readonly PushDelivery[]; url: string }> {
  const deliveries: PushDelivery[] = [];
  const receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { authorization = '', 'content-type': mediaType = '' } = request.headers;
      deliveries.push({ mediaType, authorization, body: Buffer.concat(parts).toString('utf8') });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const bound = receiver.address();
  if (typeof bound !== 'object' || bound === null) throw new Error('The receiver has no port');
  const url = `http://127.0.0.1:${bound.port}/push`;
  const emitChanges = () => sandbox.control('PUT', '/_sandbox/push', { [platform]: url });
  try {
    await emitChanges();
    await vi.waitFor(async () => {
      await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 86_400 });
      await emitChanges();
      if (!isComplete(deliveries)) throw new Error('A type of push has not arrived.');
    }, waiting);
    await sandbox.control('POST', '/_sandbox/withdraw', { platform, shop: shopId });
    await vi.waitFor(() => {
      if (hasWithdrawal?.(deliveries) === false) throw new Error('No withdrawal has arrived.');
    }, waiting);
  } finally {
    await sandbox.control('PUT', '/_sandbox/push', { [platform]: null });
    receiver.close();
  }
  return { deliveries, url };
}
