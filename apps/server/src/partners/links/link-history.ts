import type { ShopEvent, ShopHistory } from '@seller-connect/contract';
import { sql, type Database } from '../../platform/database/database.ts';
import { readCountedPage } from '../../platform/database/counted-page.ts';
import { shopNotFoundProblem } from '../shops/link-problems.ts';

/** The account and tenant that link a shop, from the caller's session. */
export interface LinkActor {
  tenantId: string;
  accountId: string;
  /** Set if the demo links its shops without a user. */
  byProgram?: true;
}

interface EventRow {
  eventId: string;
  kind: ShopEvent['kind'];
  accountId: string | null;
  occurredAt: Date;
  total: number;
}

// Events of a consent belong to every shop that it opened at the time, from the shop's own link on: a later consent may
// open further shops, and a shop may leave for a consent of its own. A refusal and a disconnection belong to one shop.
const findShopEvents = sql(
  'partners.shop_history',
  `with departures as materialized (
     select d.connection_id, d.occurred_at from partners.credential_event d
     where d.tenant_id = $1 and d.kind = 'shop_left' and d.code = $2::uuid::text)
   select e.event_id, e.account_id, e.occurred_at, count(*) over ()::int as total,
          case when e.kind = 'linked_again' and e.occurred_at = s.linked_at then 'linked'
               when e.kind = 'shop_refused' then 'needs_reauthorization' else e.kind end as kind
   from partners.credential_event e
   join partners.shop s on s.tenant_id = e.tenant_id and s.shop_id = $2
   where e.tenant_id = $1 and e.occurred_at >= s.linked_at and (
     (e.kind in ('linked', 'linked_again', 'needs_reauthorization') and e.connection_id = coalesce(
        (select d.connection_id from departures d where d.occurred_at > e.occurred_at
          order by d.occurred_at limit 1), s.connection_id))
     or (e.kind in ('shop_refused', 'disconnected') and e.code = $2::uuid::text))
   order by e.occurred_at desc, e.event_id desc limit $3 offset $4`,
);
const findShop = sql(
  'partners.shop_exists',
  'select from partners.shop where tenant_id = $1 and shop_id = $2',
);

/**
 * Returns the events of a shop's link, newest first.
 * @throws Problem shop_not_found
 */
export async function readShopHistory(
  database: Pick<Database, 'tenantRead'>,
  { tenantId, accountId }: LinkActor,
  shopId: string,
  page: { page: number; pageSize: number },
): Promise<ShopHistory> {
  const [found, { rows, total }] = await Promise.all([
    database.tenantRead(tenantId, findShop, [tenantId, shopId]),
    readCountedPage(
      (limit, offset) =>
        database.tenantRead<EventRow>(tenantId, findShopEvents, [tenantId, shopId, limit, offset]),
      page,
    ),
  ]);
  if (found.length === 0) throw shopNotFoundProblem();
  return {
    items: rows.map((row) => ({
      id: row.eventId,
      kind: row.kind,
      occurredAt: row.occurredAt.toISOString(),
      by: row.accountId === null ? null : row.accountId === accountId ? 'you' : 'colleague',
    })),
    total,
  };
}
