import {
  PartnerError,
  type CanonicalOrder,
  type MarketplaceConnector,
  type OrdersPage,
  type TimeWindow,
} from '@seller-connect/partners';
import { generateOrders } from './generate-orders.ts';

/** Orders are generated in blocks of a page. A block is the same in every call. */
const ordersPerBlock = 100;
const start = new Date('2025-05-11T00:00:00Z');
const rangeMs = 548 * 86_400_000;
/** Stands for the attributes of a raw order that are not mapped. */
const filler = 'x'.repeat(1500);

/**
 * Creates an in-process marketplace: one shop with the given number of orders over eighteen months, without network
 * cost.
 */
export function createSyntheticShop(orders: number): MarketplaceConnector {
  const timeOf = (index: number) => start.getTime() + Math.floor((index * rangeMs) / orders);
  /** Returns the index of the first order at or after an instant. */
  function indexAt(instant: Date): number {
    let index = Math.floor(((instant.getTime() - start.getTime()) * orders) / rangeMs);
    index = Math.min(orders, Math.max(0, index - 2));
    while (index < orders && timeOf(index) < instant.getTime()) index += 1;
    return index;
  }
  const bounds = ({ field, from, to }: TimeWindow) =>
    field === 'created' ? { first: indexAt(from), last: indexAt(to) } : { first: 0, last: 0 };

  function blockOf(number: number): CanonicalOrder[] {
    const first = number * ordersPerBlock;
    const count = Math.min(ordersPerBlock, orders - first);
    return generateOrders({
      count,
      seed: number + 1,
      from: new Date(timeOf(first)),
      to: new Date(timeOf(first + count)),
      skus: 3000,
      prefix: `4${String(number).padStart(9, '0')}`,
    });
  }

  const rejectCall = () =>
    Promise.reject(
      new PartnerError({ kind: 'invalid_request', code: 'not_asked', endpoint: 'bench' }),
    );

  return {
    kind: 'marketplace',
    lagMs: () => 0,
    platform: 'LAZADA',
    mappingVersion: 1,
    authorizeUrl: () => '',
    exchangeCode: rejectCall,
    refresh: rejectCall,
    readShop: rejectCall,
    deriveOrder: () => {
      throw new Error('nothing is derived here');
    },
    deriveProduct: () => {
      throw new Error('nothing is derived here');
    },
    readProducts: async () => ({ products: [], rejects: [], total: 0, next: null }),
    firstOrderAt: async () => (orders > 0 ? start : null),
    countOrders: async (_access, window) => {
      const { first, last } = bounds(window);
      return last - first;
    },
    async readOrders(_access, window, from): Promise<OrdersPage> {
      const { first, last } = bounds(window);
      const number = from === null ? Math.floor(first / ordersPerBlock) : Number(from);
      const read = first < last ? blockOf(number) : [];
      const inside = read.filter((order) => {
        const at = order.createdAt.getTime();
        return at >= window.from.getTime() && at < window.to.getTime();
      });
      return {
        orders: inside.map((canonical) => ({
          canonical,
          raw: [
            {
              entity: 'order',
              externalId: canonical.orderId,
              updatedAt: canonical.updatedAt,
              payload: Buffer.from(JSON.stringify({ order_id: canonical.orderId, filler })),
            },
          ],
        })),
        rejects: [],
        total: last - first,
        next: (number + 1) * ordersPerBlock < last ? String(number + 1) : null,
      };
    },
  };
}
