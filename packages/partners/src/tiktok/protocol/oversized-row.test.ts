import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestEnvironment } from '../../testing/environment.ts';
import { createTikTokConnector } from '../connector.ts';

const access = { accessToken: 'ROW_a', externalShopId: '7494049642642441621', region: 'VN' };
const shops = [{ id: access.externalShopId, region: 'VN', cipher: 'c' }];
const from = Date.parse('2026-11-01T00:00:00Z');
const window = { field: 'created', from: new Date(from), to: new Date(from + 86_400_000) } as const;

interface Order {
  /** Seconds after the start of the window. */
  at: number;
  isLarge: boolean;
}

const blanks = Buffer.alloc(256 * 1024, ' ');

/** A response that is longer than any order may be. */
function endless(): Response {
  return new Response(new ReadableStream({ pull: (stream) => stream.enqueue(blanks) }));
}

/** Creates a connector to a platform with these orders, whose numbers are their indexes. */
function platform(given: readonly Order[]) {
  const orders = given.map(({ at, isLarge }, index) => ({
    isLarge,
    row: {
      id: String(100 + index),
      status: 'UNPAID',
      create_time: from / 1000 + at,
      update_time: from / 1000 + at,
      line_items: [{ id: `1${index}`, original_price: '1' }],
    },
  }));
  const answer = async (query: URLSearchParams, body: unknown) => {
    const bound = (name: string) => Number(Reflect.get(Object(body), `create_time_${name}`));
    const found = orders
      .filter(({ row }) => row.create_time >= bound('ge') && row.create_time < bound('lt'))
      .toSorted((a, b) => a.row.create_time - b.row.create_time);
    if (query.get('sort_order') === 'DESC') found.reverse();
    const offset = Number(query.get('page_token') ?? '0');
    const end = offset + Number(query.get('page_size'));
    const page = found.slice(offset, end);
    if (page.some(({ isLarge }) => isLarge)) return endless();
    return Response.json({
      code: 0,
      message: 'Success',
      request_id: 'r',
      data: {
        orders: page.map(({ row }) => row),
        total_count: found.length,
        next_page_token: end < found.length ? String(end) : '',
      },
    });
  };
  return createTikTokConnector(
    {
      appKey: 'k',
      appSecret: 's',
      serviceId: '1',
      authorizeUrl: 'https://services.example.test/open/authorize',
      authApi: 'https://auth.example.test',
      api: 'https://api.example.test',
    },
    createTestEnvironment(
      { shortenedBy: 1000 },
      {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const url = new URL(request.url);
          if (url.pathname.endsWith('/shops'))
            return Response.json({ code: 0, message: 'Success', request_id: 'r', data: { shops } });
          return answer(url.searchParams, await request.json());
        },
        timeoutMs: 60_000,
      },
    ),
  );
}

async function readAll(given: readonly Order[]) {
  const connector = platform(given);
  const ids = new Set<string>();
  const rejects = new Set<string>();
  let cursor: string | null = null;
  let total: number | null = null;
  do {
    const page = await connector.readOrders(access, window, cursor);
    for (const { canonical } of page.orders) ids.add(canonical.orderId);
    for (const { raw } of page.rejects) rejects.add(raw.payload.toString());
    total ??= page.total;
    cursor = page.next;
  } while (cursor !== null);
  return { ids, rejects, total, count: await connector.countOrders(access, window) };
}

function expected(given: readonly Order[]) {
  const large = given.filter(({ isLarge }) => isLarge);
  return {
    ids: new Set(given.flatMap(({ isLarge }, index) => (isLarge ? [] : String(100 + index)))),
    rejects: new Set(large.map(({ at }) => JSON.stringify({ create_time: from / 1000 + at }))),
    total: given.length,
    count: given.length,
  };
}

const at = (seconds: number, isLarge = false): Order => ({ at: seconds, isLarge });

describe('an order of TikTok Shop whose response alone is too large', () => {
  it.each([
    ['alone', [at(50_000, true)]],
    ['at both ends of the window', [at(0, true), at(9), at(86_399, true)]],
    ['between others', [at(7), at(8), at(9, true), at(10), at(70_000)]],
    ['in one second with others', [at(7), at(9), at(9), at(9, true), at(9), at(10)]],
    ['after others of the first second', [at(0), at(0), at(0, true), at(0)]],
    ['after another one', [at(7), at(8, true), at(9, true), at(10)]],
    ['in one second with another order, and before another one', [at(7), at(7, true), at(8, true)]],
  ])('is left out %s, and the others are fetched', async (_where, orders) => {
    expect(await readAll(orders)).toEqual(expected(orders));
  });

  it('is left out at any position', async () => {
    const orders = fc
      .array(fc.record({ at: fc.integer({ min: 0, max: 12 }), isLarge: fc.boolean() }), {
        maxLength: 14,
      })
      // Of two in one second, the orders between them cannot be read.
      .filter((given) => {
        const large = given.filter(({ isLarge }) => isLarge);
        return large.length <= 2 && new Set(large.map((each) => each.at)).size === large.length;
      });
    await fc.assert(
      fc.asyncProperty(orders, async (given) => {
        expect(await readAll(given)).toEqual(expected(given));
      }),
      { numRuns: 20 },
    );
  });
});

it('a search whose every response is too large finds its first order only', async () => {
  expect(await platform([at(9, true)]).firstOrderAt(access)).toEqual(new Date(from + 9000));
  expect(await platform([at(9, true)]).newestChangeAt?.(access)).toBeNull();
});
