import { expect, it } from 'vitest';
import { createTestEnvironment } from '../testing/environment.ts';
import { createLostPushQueue } from './lost-pushes.ts';
import { ShopeeClient } from './protocol/client.ts';

const application = {
  partnerId: '1000016',
  partnerKey: 'key',
  authorizeUrl: 'https://example.test/auth',
  api: 'https://example.test',
};
const message = JSON.stringify({ code: 3, shop_id: 54804, data: { ordersn: 'N1' } });

/** Creates the queue of a platform whose last message has the id that is given as JSON. */
function queueWithLastId(id: string) {
  const confirmations: string[] = [];
  const fetched: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'POST') confirmations.push(await request.text());
    const list = JSON.stringify([{ data: message }]);
    return new Response(
      `{"error":"","response":{"push_message_list":${list},"has_next_page":false,"last_message_id":${id}}}`,
    );
  };
  const client = new ShopeeClient(application, createTestEnvironment({}, { fetch: fetched }));
  return { queue: createLostPushQueue(client), confirmations };
}

it.each(['7', '9007199254740993', '9223372036854775807', '18446744073709551615'])(
  'lost pushes are acknowledged by their ID with all its digits: %s',
  async (id) => {
    const { queue, confirmations } = queueWithLastId(id);
    const { events, ackId } = await queue.pull('lost', null);
    expect(events).toHaveLength(1);
    expect(ackId).toBe(id);
    expect(confirmations).toEqual([]);
    await queue.pull('lost', ackId);
    expect(confirmations).toEqual([`{"last_message_id":${id}}`]);
  },
);

it.each(['0', 'null', '"next"', '1e3'])(
  'lost pushes are not acknowledged by the ID %s',
  async (id) => {
    const { queue } = queueWithLastId(id);
    expect((await queue.pull('lost', '5')).ackId).toBe('5');
  },
);
