import type { SyncStatus } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { createSeller, type Seller } from '../testing/linked-seller.ts';
import { startCollecting } from '../testing/start-collecting.ts';

const { sandbox, assembly } = await startCollecting();

async function listen(seller: Seller) {
  const origin = await seller.http.app.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const response = await fetch(`${origin}/collector/events`, {
    headers: { authorization: 'Bearer seller' },
    signal: leaving.signal,
  });
  const events: { data: SyncStatus }[] = [];
  const ended = (async () => {
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (data) events.push({ data: Object(JSON.parse(data)) });
      }
    }
  })();
  return { response, events, ended, leave: () => leaving.abort() };
}

describe('live progress', () => {
  it('sends the current state at once, then every change', async () => {
    const seller = await createSeller(assembly);
    const stream = await listen(seller);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => stream.events.length, { timeout: 60_000 }).toBe(1);
    expect(stream.events[0]?.data).toMatchObject({ synced: false, hasData: false, shops: [] });

    await seller.link(sandbox, '200164501');
    await expect
      .poll(() => stream.events.at(-1)?.data.shops[0]?.state, { timeout: 60_000 })
      .toBe('up_to_date');
    expect(stream.events.at(-1)?.data).toMatchObject({ synced: true, hasData: true });
    stream.leave();
    await stream.ended.catch(() => undefined);
    await seller.http.app.close();
  });

  it('ends when the program stops', async () => {
    const seller = await createSeller(assembly);
    const stream = await listen(seller);
    await expect.poll(() => stream.events.length, { timeout: 60_000 }).toBe(1);
    assembly.collector.close();
    await stream.ended;
    await seller.http.app.close();
  });
});
