import type { ShopAccess, TimeWindow } from '../connector/shop-access.ts';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
} from '../canonical/money.ts';
import type { CanonicalOrder, CanonicalProduct } from '../canonical/canonical.ts';
import type { MarketplaceConnector } from '../connector/connector.ts';
import type { ReturnsSource, SettlementsSource } from '../connector/money-sources.ts';

/**
 * Fetches all pages of a shop, expects no rejects, and checks that every row derives identically from its raw items.
 */
export interface FullFetch {
  orders(
    window: TimeWindow,
  ): Promise<{ orders: Map<string, CanonicalOrder>; totals: number[]; pages: number }>;
  /** Products by SKU id. */
  products(): Promise<{
    skus: Map<string, CanonicalProduct>;
    rows: number;
    listings: number;
    total: number | null;
  }>;
  returns(
    window: TimeWindow,
  ): Promise<{ found: Map<string, CanonicalReturn>; totals: (number | null)[] }>;
  settlements(span: Pick<TimeWindow, 'from' | 'to'>): Promise<{
    found: Map<string, CanonicalSettlement>;
    statements: Map<string, CanonicalStatement>;
    rows: number;
  }>;
  /** Expected payouts, with the partner's count. */
  estimates(): Promise<{ found: Map<string, CanonicalSettlement>; total: number | null }>;
}

/** @param access called for every page, because a test may refresh the token */
export function createFullFetch(
  connector: MarketplaceConnector,
  access: () => ShopAccess,
): FullFetch {
  return {
    async orders(window) {
      const orders = new Map<string, CanonicalOrder>();
      const totals = new Set<number>();
      const pages = await forEachPage(async (from) => {
        const page = await connector.readOrders(access(), window, from);
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.orders) {
          orders.set(canonical.orderId, canonical);
          expectEqual(connector.deriveOrder(raw, access()).canonical, canonical);
        }
        totals.add(page.total);
        return page.next;
      });
      return { orders, totals: [...totals], pages };
    },

    async products() {
      const skus = new Map<string, CanonicalProduct>();
      let [rows, listings] = [0, 0];
      let total: number | null = null;
      await forEachPage(async (from) => {
        const page = await connector.readProducts(access(), from);
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.products) {
          expectEqual(connector.deriveProduct(raw, access()).canonical, canonical);
          for (const sku of canonical) skus.set(sku.skuId, sku);
          rows += canonical.length;
        }
        listings += page.products.length;
        ({ total } = page);
        return page.next;
      });
      return { skus, rows, listings, total };
    },

    async returns(window) {
      const source = requireReturns(connector);
      const found = new Map<string, CanonicalReturn>();
      const totals = new Set<number | null>();
      await forEachPage(async (from) => {
        const page = await source.readReturns(access(), window, from);
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.returns) {
          found.set(canonical.returnId, canonical);
          expectEqual(source.deriveReturn(raw, access()).canonical, canonical);
        }
        totals.add(page.total);
        return page.next;
      });
      return { found, totals: [...totals] };
    },

    async settlements(span) {
      const source = requireSettlements(connector);
      const found = new Map<string, CanonicalSettlement>();
      const statements = new Map<string, CanonicalStatement>();
      let rows = 0;
      await forEachPage(async (from) => {
        const page = await source.readSettlements(access(), span, from);
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.settlements) {
          rows += 1;
          found.set(canonical.settlementId, canonical);
          expectEqual(source.deriveSettlement(raw, access()).canonical, canonical);
        }
        for (const { canonical, raw } of page.statements) {
          statements.set(canonical.statementId, canonical);
          expectEqual(source.deriveStatement(raw, access()).canonical, canonical);
        }
        return page.next;
      });
      return { found, statements, rows };
    },

    async estimates() {
      const source = requireSettlements(connector);
      const found = new Map<string, CanonicalSettlement>();
      let total: number | null = null;
      await forEachPage(async (from) => {
        const page = await source.readEstimates?.(access(), from);
        if (!page) throw new Error('The connector reads no estimates');
        expect(page.rejects).toEqual([]);
        for (const { canonical, raw } of page.estimates) {
          found.set(canonical.settlementId, canonical);
          expectEqual(source.deriveSettlement(raw, access()).canonical, canonical);
        }
        ({ total } = page);
        return page.next;
      });
      return { found, total };
    },
  };
}

/** Compares as Node does, which takes a fraction of the time; the matcher explains what differs. */
function expectEqual(derived: unknown, canonical: unknown): void {
  if (!isDeepStrictEqual(derived, canonical)) expect(derived).toEqual(canonical);
}

export function requireSettlements({ settlements }: MarketplaceConnector): SettlementsSource {
  if (!settlements) throw new Error('The connector reads no settlements');
  return settlements;
}

export function requireReturns({ returns }: MarketplaceConnector): ReturnsSource {
  if (!returns) throw new Error('The connector reads no returns');
  return returns;
}

/** Fetches all pages and returns their number. */
async function forEachPage(
  read: (cursor: string | null) => Promise<string | null>,
): Promise<number> {
  let pages = 0;
  let next: string | null = null;
  do {
    next = await read(next);
    pages += 1;
  } while (next !== null);
  return pages;
}
