import type { Stream } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { CoverageKind, ShopCoverage } from '../../reporting/index.ts';

interface CoverageRow {
  shopId: string;
  currentAt: Date | null;
  plannedAt: Date | null;
  firstOrderAt: Date | null;
  frontier: Date | null;
  backfilledAt: Date | null;
  /** Beginnings and ends of the open windows, in one order. */
  openFrom: Date[];
  openTo: Date[];
  /** The earliest beginning of a window of changes that is fetched again until it is proven. */
  unprovenFrom: Date | null;
}

const openWindows = (column: string) => `
  array(select w.${column} from collector.time_window w
         where w.tenant_id = $1 and w.shop_id = s.shop_id and w.stream = s.stream and w.state = 'open'
         order by w.to_at, w.from_at)`;
// One statement: a sync that goes on between two of them would move a range out of both.
const readStatement = sql(
  'collector.coverage',
  `select s.shop_id, s.current_at, s.planned_at, s.first_order_at, s.frontier, s.backfilled_at,
          ${openWindows('from_at')} as open_from, ${openWindows('to_at')} as open_to,
          (select min(w.from_at) from collector.time_window w
            where w.tenant_id = $1 and w.shop_id = s.shop_id and w.stream = s.stream
              and not w.is_proven and w.field = 'updated' and w.reread_at is not null) as unproven_from
     from collector.stream s
    where s.tenant_id = $1 and s.stream = any($2::text[])`,
);

/** The streams whose coverage decides about a kind of figures: one of each shop and ad account. */
const streamsOfKind: Readonly<Record<CoverageKind, readonly Stream[]>> = {
  sales: ['orders', 'insights'],
  money: ['settlements'],
};

const epoch = new Date(0);

/**
 * Returns which ranges of each shop's orders, or each ad account's days, are not synced yet, or with `kind` `money`
 * of its settlements, for marketplaces that have them. Reports show what they lack.
 */
export async function readCoverage(
  database: Pick<Database, 'tenantRead'>,
  tenantId: string,
  now: Date,
  kind: CoverageKind = 'sales',
): Promise<ShopCoverage[]> {
  const rows = await database.tenantRead<CoverageRow>(tenantId, readStatement, [
    tenantId,
    streamsOfKind[kind],
  ]);
  return rows.map((row) => {
    const open = row.openFrom.flatMap((from, index) => {
      const to = row.openTo[index];
      return to ? [{ from, to }] : [];
    });
    // The settlements of a shop without orders are complete without a plan.
    if (!row.plannedAt && !row.backfilledAt) open.push({ from: epoch, to: now });
    else if (!row.backfilledAt && row.firstOrderAt && row.frontier) {
      open.push({ from: row.firstOrderAt, to: row.frontier });
    }
    return { shopId: row.shopId, asOf: changesSyncedUpTo(row), open };
  });
}

/** Returns the instant up to which all changes are in; null before the first sync is complete. */
function changesSyncedUpTo({ currentAt, unprovenFrom }: CoverageRow): Date | null {
  return currentAt && unprovenFrom && unprovenFrom < currentAt ? unprovenFrom : currentAt;
}
