import type { ShopEvent, ShopHistory } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import type { Linker } from './linking.ts';
import { shopNotFound } from '../shops/link-problems.ts';

interface EventRow {
  event_id: string;
  kind: ShopEvent['kind'];
  account_id: string | null;
  occurred_at: Date;
  total: number;
}

// What concerns the consent belongs to every shop that it opens; a disconnection names its shop.
const readEvents = sql(
  'partners.shop_history',
  `select e.event_id, e.kind, e.account_id, e.occurred_at, count(*) over ()::int as total
   from partners.credential_event e
   join partners.shop s on s.tenant_id = e.tenant_id and s.shop_id = $2
   where e.tenant_id = $1 and (
     (e.connection_id = s.connection_id and e.kind in ('linked', 'linked_again', 'needs_reauthorization'))
     or (e.kind = 'disconnected' and e.code = $2::uuid::text))
   order by e.occurred_at desc, e.event_id desc limit $3 offset $4`,
);
const knowsShop = sql(
  'partners.has_shop',
  'select from partners.shop where tenant_id = $1 and shop_id = $2',
);

/**
 * What happened to the link of a shop, newest first.
 * @throws Problem shop_not_found
 */
export async function readShopHistory(
  database: Pick<Database, 'tenantRead'>,
  { tenantId, accountId }: Linker,
  shopId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ShopHistory> {
  const [known, rows] = await Promise.all([
    database.tenantRead(tenantId, knowsShop, [tenantId, shopId]),
    database.tenantRead<EventRow>(tenantId, readEvents, [
      tenantId,
      shopId,
      pageSize,
      (page - 1) * pageSize,
    ]),
  ]);
  if (known.length === 0) throw shopNotFound();
  return {
    items: rows.map((row) => ({
      id: row.event_id,
      kind: row.kind,
      occurredAt: row.occurred_at.toISOString(),
      by: row.account_id === null ? null : row.account_id === accountId ? 'you' : 'colleague',
    })),
    total: rows[0]?.total ?? 0,
  };
}
