import { describe, expect, it } from 'vitest';
import { apiError, tokenError } from '../src/tiki/errors.ts';
import { knownStatuses, mapStatus } from '../src/tiki/statuses.ts';
import { createTikiConnector } from '../src/tiki/connector.ts';
import { deriveOrder } from '../src/tiki/order-mapping.ts';
import { createRawItem } from '../src/parsing/items.ts';
import { createTestEnvironment } from '../src/testing/environment.ts';
import { documentedValues, loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const document = loadDocument('tiki');
const { errors } = document;
const valuesOf = (name: string) => documentedValues(document, name);

describe('every documented value of Tiki', () => {
  const statuses = valuesOf('OrderStatus');

  it.each(statuses)('maps the order status %s, before and after delivery', (status) => {
    expect(mapStatus(status, false).stage).not.toBe('unknown');
    expect(mapStatus(status, true).stage).not.toBe('unknown');
  });

  it('knows the documented order statuses, and no others', () => {
    expect([...knownStatuses].toSorted()).toEqual([...statuses].toSorted());
  });

  it.each(valuesOf('ItemConfirmationStatus'))('maps the confirmation %s of a line', (status) => {
    const order = {
      code: '1',
      status: 'canceled',
      created_at: '2026-03-01 23:30:00',
      updated_at: '2026-03-03 08:00:00',
      payment: { is_prepaid: false },
      items: [
        { id: 1, qty: 1, price: 1, product: { id: 2 }, invoice: {}, confirmation: { status } },
      ],
    };
    const raw = createRawItem('order', '1', null, Buffer.from(JSON.stringify(order)));
    const shop = { region: 'VN', buyerHashKey: Buffer.from('key') };
    const { canonical, reject } = deriveOrder([raw], shop);
    expect(reject?.reason).toBeUndefined();
    // Only this one says who cancelled; the order's status says the rest.
    const by = status === 'seller_canceled' ? 'seller' : null;
    expect(canonical?.items[0]?.cancelledBy).toBe(by);
  });

  it.each(valuesOf('EventType'))('maps the event %s', async (type) => {
    const url = 'https://api.example.test';
    const { events } = createTikiConnector(
      {
        clientId: '1',
        clientSecret: 's',
        clientAuthentication: 'client_secret_post',
        authorizeUrl: url,
        tokenUrl: url,
        api: url,
      },
      createTestEnvironment(
        {},
        {
          fetch: async () =>
            Response.json({
              access_token: 't',
              expires_in: 3600,
              events: [{ id: '1', type, sid: '2', payload: { order_code: '3' } }],
              ack_id: 'a',
            }),
        },
      ),
    );
    const pulled = await events?.pull('queue', null);
    const about = type.startsWith('ORDER_') ? 'orders' : 'products';
    // A price before discounts waits for the next sync of products.
    const isIgnored = type === 'PRODUCT_MARKET_PRICE_UPDATED';
    expect(
      pulled?.events.map(({ topic, hints }) => [topic, hints.map((hint) => hint.about)]),
    ).toEqual([[type, isIgnored ? [] : [about]]]);
  });

  it.each(errors.map(({ code, meaning, operations }) => [code, meaning, operations] as const))(
    'maps the error %s to the kind %s',
    (code, meaning, operations) => {
      const body = Buffer.from(JSON.stringify(operations ? { error: code } : { errors: [code] }));
      const answer = { status: operations ? 400 : Number(code), body, retryAfterMs: null };
      const error = operations
        ? tokenError('/any', answer, 'refresh_token')
        : apiError('/any', answer);
      expect(errorKindsFor(meaning)).toContain(error.kind);
    },
  );
});
