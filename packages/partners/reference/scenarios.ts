import type { ShopAccess, TimeWindow } from '../src/connector/shop-access.ts';
import type { CanonicalOrder } from '../src/canonical/canonical.ts';
import type { MarketplaceConnector } from '../src/connector/connector.ts';
import type { ScenarioResult } from './hostile-scenarios.ts';

/** Operations of a connector, each run to completion. */
export type Scenarios<C> = Readonly<Record<string, (connector: C) => Promise<ScenarioResult>>>;

interface Page {
  next: string | null;
  rejects: readonly unknown[];
}

/**
 * Creates the scenarios that all marketplaces have.
 * @param orderIds orders of the shop to fetch by id
 */
export function createScenarios(
  access: ShopAccess,
  window: TimeWindow,
  orderIds: readonly string[],
): Scenarios<MarketplaceConnector> {
  const created: TimeWindow = { ...window, field: 'created' };
  return {
    shop: async (connector) => {
      const { shop } = await connector.readShop(access);
      return { rows: [shop.externalShopId], rejected: 0 };
    },
    counts: async (connector) => {
      await connector.countOrders(access, created);
      await connector.estimateOrders?.(access, created);
      await connector.firstOrderAt(access);
      await connector.newestChangeAt?.(access);
      return { rows: [], rejected: 0 };
    },
    'orders by update': (connector) =>
      fetchAllPages(
        (from) => connector.readOrders(access, window, from),
        ({ orders }) => orders.map(({ canonical }) => canonical.orderId),
      ),
    'orders by creation': (connector) =>
      fetchAllPages(
        (from) => connector.readOrders(access, created, from),
        ({ orders }) => orders.map(({ canonical }) => canonical.orderId),
      ),
    'orders by id': async ({ ordersById }) => {
      const page = await ordersById?.read(access, orderIds);
      return { rows: page ? orderKeys(page.orders) : [], rejected: page?.rejects.length ?? 0 };
    },
    products: (connector) =>
      fetchAllPages(
        (from) => connector.readProducts(access, from),
        ({ products }) => products.map(({ raw }) => raw.externalId ?? ''),
      ),
    returns: async ({ returns }) =>
      returns
        ? fetchAllPages(
            (from) => returns.readReturns(access, window, from),
            (page) => page.returns.map(({ canonical }) => canonical.returnId),
          )
        : emptyResult,
    settlements: async ({ settlements }) =>
      settlements
        ? fetchAllPages(
            (from) => settlements.readSettlements(access, window, from),
            (page) => page.settlements.map(({ canonical }) => canonical.settlementId),
          )
        : emptyResult,
    estimates: async ({ settlements }) =>
      settlements?.readEstimates
        ? fetchAllPages(
            async (from) => (await settlements.readEstimates?.(access, from)) ?? noEstimates,
            (page) => page.estimates.map(({ canonical }) => canonical.settlementId),
          )
        : emptyResult,
  };
}

const emptyResult: ScenarioResult = { rows: [], rejected: 0 };
const noEstimates = { estimates: [], rejects: [], total: 0, next: null };

/** Returns the ids of some orders of the window, to fetch by id. */
export async function sampleOrderIds(
  connector: MarketplaceConnector,
  access: ShopAccess,
  window: TimeWindow,
): Promise<string[]> {
  const { orders } = await connector.readOrders(access, window, null);
  return orderKeys(orders).slice(0, 3);
}

/**
 * Fetches all pages.
 * @throws Error when a page names itself as the next one, which would never end
 */
export async function fetchAllPages<P extends Page>(
  read: (from: string | null) => Promise<P>,
  keys: (page: P) => readonly string[],
): Promise<ScenarioResult> {
  const rows: string[] = [];
  let rejected = 0;
  let from: string | null = null;
  do {
    const page: P = await read(from);
    rows.push(...keys(page));
    rejected += page.rejects.length;
    if (page.next !== null && page.next === from) throw new Error('The next page is this one.');
    from = page.next;
  } while (from !== null);
  return { rows, rejected };
}

function orderKeys(orders: readonly { canonical: CanonicalOrder }[]): string[] {
  return orders.map(({ canonical }) => canonical.orderId);
}
