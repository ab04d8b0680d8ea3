import type { ShopAccess, TimeWindow } from '../src/connector/shop-access.ts';
import type { CanonicalOrder } from '../src/canonical/canonical.ts';
import type { CanonicalSettlement, CanonicalStatement } from '../src/canonical/money.ts';
import type { MarketplaceConnector, ProductsPage } from '../src/connector/connector.ts';
import type { Push } from '../src/connector/push.ts';
import type { ScenarioResult } from './hostile-scenarios.ts';

/** Operations of a connector, each run to completion. */
export type Scenarios<C> = Readonly<Record<string, (connector: C) => Promise<ScenarioResult>>>;

interface Page {
  next: string | null;
  rejects: readonly { reason: string }[];
}

/** What a scenario reports of a row; a row without a key does not count. */
export interface ScenarioRow {
  key?: string;
  flags?: readonly string[];
  statuses?: readonly string[];
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
      return toResult([{ key: shop.externalShopId, statuses: [shop.status] }], []);
    },
    counts: async (connector) => {
      await connector.countOrders(access, created);
      await connector.estimateOrders?.(access, created);
      await connector.firstOrderAt(access);
      await connector.newestChangeAt?.(access);
      return toResult([], []);
    },
    'orders by update': (connector) =>
      fetchAllPages(
        (from) => connector.readOrders(access, window, from),
        ({ orders }) => toOrderRows(orders),
      ),
    'orders by creation': (connector) =>
      fetchAllPages(
        (from) => connector.readOrders(access, created, from),
        ({ orders }) => toOrderRows(orders),
      ),
    'orders by id': async ({ ordersById }) => {
      const page = await ordersById?.read(access, orderIds);
      return toResult(toOrderRows(page?.orders ?? []), page?.rejects ?? []);
    },
    products: (connector) =>
      fetchAllPages((from) => connector.readProducts(access, from), toProductRows),
    returns: async ({ returns }) =>
      returns
        ? fetchAllPages(
            (from) => returns.readReturns(access, window, from),
            (page) =>
              page.returns.map(({ canonical: { returnId: key, flags } }) => ({ key, flags })),
          )
        : toResult([], []),
    settlements: async ({ settlements }) =>
      settlements
        ? fetchAllPages(
            (from) => settlements.readSettlements(access, window, from),
            (page) => toSettlementRows(page.settlements, page.statements),
          )
        : toResult([], []),
    estimates: async ({ settlements }) =>
      settlements?.readEstimates
        ? fetchAllPages(
            async (from) => (await settlements.readEstimates?.(access, from)) ?? noEstimates,
            (page) => toSettlementRows(page.estimates),
          )
        : toResult([], []),
  };
}

const noEstimates = { estimates: [], rejects: [], total: 0, next: null };

/** Returns the ids of a few orders of the window in different stages, to fetch by id. */
export async function sampleOrderIds(
  connector: MarketplaceConnector,
  access: ShopAccess,
  window: TimeWindow,
): Promise<string[]> {
  const { orders } = await connector.readOrders(access, window, null);
  const stages = Map.groupBy(orders, ({ canonical }) => canonical.stage);
  const ofStages = [...stages.values()].flatMap(([first]) => first?.canonical.orderId ?? []);
  return ofStages.slice(0, 3);
}

/**
 * Fetches all pages.
 * @throws Error when a page names itself as the next one, which would never end
 */
export async function fetchAllPages<P extends Page>(
  read: (from: string | null) => Promise<P>,
  rowsOf: (page: P) => readonly ScenarioRow[],
): Promise<ScenarioResult> {
  const rows: ScenarioRow[] = [];
  const rejects: { reason: string }[] = [];
  let from: string | null = null;
  do {
    const page: P = await read(from);
    rows.push(...rowsOf(page));
    rejects.push(...page.rejects);
    if (page.next !== null && page.next === from) throw new Error('The next page is this one.');
    from = page.next;
  } while (from !== null);
  return toResult(rows, rejects);
}

export function toResult(
  rows: readonly ScenarioRow[],
  rejects: readonly { reason: string }[],
): ScenarioResult {
  return {
    rows: rows.flatMap(({ key }) => key ?? []),
    rejected: rejects.length,
    flags: [...rows.flatMap(({ flags = [] }) => flags), ...rejects.map(({ reason }) => reason)],
    statuses: rows.flatMap(({ statuses = [] }) => statuses),
  };
}

/** Returns a row for each listing, with the statuses of its variants. */
function toProductRows({ products }: ProductsPage): ScenarioRow[] {
  return products.map(({ raw, canonical }) => ({
    key: raw.externalId,
    statuses: canonical.map(({ status }) => status),
  }));
}

/** Returns the row of an event, with its type. */
export function toEventRow({ eventId, topic }: Push): ScenarioRow {
  return { key: eventId ?? '', statuses: [topic] };
}

function toOrderRows(orders: readonly { canonical: CanonicalOrder }[]): ScenarioRow[] {
  return orders.map(({ canonical: { orderId: key, flags } }) => ({ key, flags }));
}

function toSettlementRows(
  settlements: readonly { canonical: CanonicalSettlement }[],
  statements: readonly { canonical: CanonicalStatement }[] = [],
): ScenarioRow[] {
  return [
    ...settlements.map(({ canonical: { settlementId: key, flags } }) => ({ key, flags })),
    ...statements.map(({ canonical: { flags } }) => ({ flags })),
  ];
}
