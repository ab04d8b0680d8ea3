import { sql, type Database } from '../../platform/database/database.ts';
import { toDecimal } from '../../platform/money.ts';

const kindsStatement = sql(
  'test.money_kinds',
  `select fee_class as kind, sum(amount_e4)::bigint as amount from reporting.agg_fee_day
    where tenant_id = $1 and shop_id = $2 group by 1 order by 1`,
);
const pendingStatement = sql(
  'test.money_pending',
  `select coalesce(sum(amount_e4), 0)::bigint as amount from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and settled_day is null and not is_estimate`,
);
const estimatesStatement = sql(
  'test.money_estimates',
  `select order_id as number, sum(amount_e4)::bigint as amount from reporting.settlement_line
    where tenant_id = $1 and shop_id = $2 and is_estimate group by order_id`,
);
const ordersStatement = sql(
  'test.money_orders',
  `select order_id as number, settled_e4 as payout from reporting.order_payout
    where tenant_id = $1 and shop_id = $2 and settled_lines > 0`,
);
const returnsStatement = sql(
  'test.money_returns',
  `select state, count(*)::integer as cases from reporting.return_case
    where tenant_id = $1 and shop_id = $2 group by 1`,
);

/** Returns stored expected payouts by order id, including those of orders that have settlement lines too. */
export async function storedEstimates(database: Database, tenantId: string, shopId: string) {
  const rows = await database.tenantRead<{ number: string; amount: bigint }>(
    tenantId,
    estimatesStatement,
    [tenantId, shopId],
  );
  return new Map(rows.map(({ number, amount }) => [number, toDecimal(amount)]));
}

/** Returns a shop's stored payouts and returns in the shape of the ledger, with orders by the partner's ids. */
export async function storedMoney(database: Database, tenantId: string, shopId: string) {
  const key = [tenantId, shopId];
  const kinds = await database.tenantRead<{ kind: string; amount: bigint }>(
    tenantId,
    kindsStatement,
    key,
  );
  const [pending] = await database.tenantRead<{ amount: bigint }>(tenantId, pendingStatement, key);
  const orders = await database.tenantRead<{ number: string; payout: bigint }>(
    tenantId,
    ordersStatement,
    key,
  );
  const returns = await database.tenantRead<{ state: string; cases: number }>(
    tenantId,
    returnsStatement,
    key,
  );
  return {
    kinds: Object.fromEntries(kinds.map(({ kind, amount }) => [kind, toDecimal(amount)])),
    payout: toDecimal(kinds.reduce((sum, { amount }) => sum + amount, 0n)),
    pending: toDecimal(pending?.amount ?? 0n),
    orders: new Map(orders.map(({ number, payout }) => [number, toDecimal(payout)])),
    returns: Object.fromEntries(
      returns.map(({ state, cases }) => [state === 'cancelled' ? 'withdrawn' : state, cases]),
    ),
  };
}
