import type {
  CanonicalOrder,
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
} from '@seller-connect/partners';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectOwner, openTestDatabase } from '../../../test/open-database.ts';
import { queryPrepared } from '../../../test/query-prepared.ts';
import { newId } from '../../platform/ids.ts';
import { applyOrders } from '../ingest/apply-orders.ts';
import { caseState, settlementState, statementState } from '../testing/money-arbitrary.ts';
import { orderState } from '../testing/order-arbitrary.ts';
import { registerTestShop } from '../testing/register-test-shop.ts';
import { applyReturns, countReturns } from '../ingest/apply-returns.ts';
import { applySettlements } from './apply-settlements.ts';

const { url, database } = await openTestDatabase();
const tenantId = newId();

const owner = await connectOwner(url);

const newShop = () => registerTestShop(database, tenantId);

type Sighting = { observedAt: Date } & (
  | { order: CanonicalOrder }
  | { returned: CanonicalReturn }
  | { settlement: CanonicalSettlement }
  | { statement: CanonicalStatement }
);

async function deliver(shopId: string, sightings: readonly Sighting[]): Promise<void> {
  await database.tenant(tenantId, async (tx) => {
    for (const { observedAt, ...seen } of sightings) {
      const meta = { observedAt, mappingVersion: 1 };
      if ('order' in seen) await applyOrders(tx, shopId, [seen.order], meta);
      else if ('returned' in seen) await applyReturns(tx, shopId, [seen.returned], meta);
      else {
        const settlements = 'settlement' in seen ? [seen.settlement] : [];
        const statements = 'statement' in seen ? [seen.statement] : [];
        await applySettlements(tx, shopId, { settlements, statements }, meta);
      }
    }
  });
}

const rowsOf = (text: string, shopId: string): Promise<unknown[]> =>
  queryPrepared(owner, text, [shopId]);

const orderTables = [
  'fact_order',
  'fact_order_item',
  'agg_shop_day',
  'agg_shop_hour',
  'agg_sku_day',
];
const returnTables = ['return_case', 'return_item', 'fact_return'];
const moneyTables = ['statement', 'settlement_line', 'agg_fee_day', 'order_payout'];

async function dump(shopId: string, tables: readonly string[]): Promise<Record<string, unknown>> {
  const dumped: Record<string, unknown> = {};
  for (const table of tables) {
    dumped[table] = await rowsOf(
      `select (to_jsonb(t) - 'shop_id' - 'tenant_id')::text as row from reporting.${table} t
        where shop_id = $1 order by 1`,
      shopId,
    );
  }
  return dumped;
}

/** States with distinct fetch times, and a shuffle of them with repetitions. */
function inTwoOrders<Seen>(seen: fc.Arbitrary<Seen>, maxSightings: number) {
  return fc
    .array(seen, { minLength: 1, maxLength: maxSightings })
    .map((all) =>
      all.map((each, at) => ({
        ...each,
        observedAt: new Date(Date.UTC(2026, 10, 20) + at * 1000),
      })),
    )
    .chain((all) =>
      fc.record({
        all: fc.constant(all),
        shuffled: fc.shuffledSubarray([...all, ...all], {
          minLength: all.length * 2,
          maxLength: all.length * 2,
        }),
      }),
    );
}

/** Fees by payout day and payouts by order, recomputed from canonical lines alone. */
const fromScratch = {
  agg_fee_day: `
    with line as (
      select l.*, (coalesce(s.paid_at, l.settled_at) at time zone 'Asia/Ho_Chi_Minh')::date as day
        from reporting.settlement_line l
        left join reporting.statement s on s.shop_id = l.shop_id and s.statement_id = l.statement_id
       where l.shop_id = $1 and l.settled_at is not null and not l.is_estimate)
    select day::text, fee_class, currency, count(*)::text as lines, sum(amount_e4)::text as amount
      from line group by day, fee_class, currency order by 1, 2, 3`,
  order_payout: `
    with line as (
      select l.* from reporting.settlement_line l
       where l.shop_id = $1 and l.order_id is not null
         and not (l.is_estimate and exists (
           select from reporting.settlement_line b
            where b.shop_id = l.shop_id and b.order_id = l.order_id and not b.is_estimate)))
    select order_id, currency,
           coalesce(sum(amount_e4) filter (where settled_at is not null and not is_estimate), 0)::text as settled,
           coalesce(sum(amount_e4) filter (where settled_at is null and not is_estimate), 0)::text as pending,
           coalesce(sum(amount_e4) filter (where is_estimate), 0)::text as estimated
      from line group by order_id, currency order by 1, 2`,
} as const;
const asStored = {
  agg_fee_day: `select settled_day::text as day, fee_class, currency, lines::text, amount_e4::text as amount
      from reporting.agg_fee_day where shop_id = $1 order by 1, 2, 3`,
  order_payout: `select order_id, currency, settled_e4::text as settled, pending_e4::text as pending,
      estimated_e4::text as estimated
      from reporting.order_payout where shop_id = $1 order by 1, 2`,
} as const;

describe('returns beside orders', () => {
  it('leave the same state in any order of arrival and with any repetition', async () => {
    const seen = fc.oneof(
      orderState.map((order) => ({ order })),
      caseState.map((returned) => ({ returned })),
    );
    await fc.assert(
      fc.asyncProperty(inTwoOrders(seen, 14), async ({ all, shuffled }) => {
        const [one, other] = [await newShop(), await newShop()];
        await deliver(one, all);
        await deliver(other, shuffled);
        const tables = [...orderTables, ...returnTables];
        expect(await dump(other, tables)).toEqual(await dump(one, tables));
      }),
      { numRuns: 30 },
    );
  });

  it('keep GMV = NMV + cancelled + failed + returned per order, SKU and day, with equal sums', async () => {
    const seen = fc.oneof(
      orderState.map((order) => ({ order })),
      caseState.map((returned) => ({ returned })),
    );
    await fc.assert(
      fc.asyncProperty(inTwoOrders(seen, 14), async ({ all }) => {
        const shopId = await newShop();
        await deliver(shopId, all);
        const sums = (table: string, filter = 'true') =>
          rowsOf(
            `select currency, sum(gmv_e4)::text as gmv, sum(cancelled_e4)::text as cancelled,
                    sum(failed_e4)::text as failed, sum(returned_e4)::text as returned,
                    sum(kept_seller_voucher_e4)::text as voucher, sum(units)::text as units
               from reporting.${table} where shop_id = $1 and ${filter} group by currency order by 1`,
            shopId,
          );
        const days = await sums('agg_shop_day', 'orders > 0');
        expect(await sums('fact_order', 'committed_day is not null')).toEqual(days);
        expect(await sums('fact_order_item')).toEqual(days);
        expect(await sums('agg_sku_day')).toEqual(days);
        for (const table of ['agg_shop_day', 'agg_sku_day']) {
          const broken = await rowsOf(
            `select * from reporting.${table}
              where shop_id = $1 and gmv_e4 <> nmv_e4 + cancelled_e4 + failed_e4 + returned_e4`,
            shopId,
          );
          expect(broken).toEqual([]);
        }
        // No order loses less than its return facts say.
        const differing = await rowsOf(
          `select r.order_id from reporting.fact_return r
             join reporting.fact_order f on f.shop_id = r.shop_id and f.order_id = r.order_id
            where r.shop_id = $1 group by r.order_id, f.returned_e4
           having sum(r.returned_e4) > f.returned_e4`,
          shopId,
        );
        expect(differing).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('are counted by the time of their request', async () => {
    const shopId = await newShop();
    const [one] = fc.sample(caseState, { numRuns: 1, seed: 4 });
    if (!one) throw new Error('Nothing was made up');
    await deliver(shopId, [{ returned: one, observedAt: new Date() }]);
    const count = (from: number, to: number) =>
      database.tenant(tenantId, (tx) =>
        countReturns(tx, shopId, {
          from: new Date(one.requestedAt.getTime() + from),
          to: new Date(one.requestedAt.getTime() + to),
        }),
      );
    expect(await count(-1, 1)).toEqual({ inside: 1n, withEnds: 1n });
    expect(await count(0, 1)).toEqual({ inside: 0n, withEnds: 1n });
    expect(await count(1, 2)).toEqual({ inside: 0n, withEnds: 0n });
  });
});

it('rejects cases of return whose IDs cannot be stored, and stores the others', async () => {
  const shopId = await newShop();
  const [one] = fc.sample(caseState, { numRuns: 1, seed: 9 });
  const item = one?.items[0];
  if (!one || !item) throw new Error('Nothing was made up');
  const bad = [
    { ...one, returnId: 'a\0' },
    { ...one, returnId: 'b', orderId: '\0' },
    { ...one, returnId: 'c', items: [{ ...item, skuId: '\ud800' }] },
  ];
  const meta = { observedAt: new Date('2026-11-20T00:00:00Z'), mappingVersion: 1 };
  const applied = await database.tenant(tenantId, (tx) =>
    applyReturns(tx, shopId, [...bad, one], meta),
  );
  expect(applied.changed).toEqual([one.returnId]);
  expect(applied.unusable.map(({ id }) => id)).toEqual(['a\0', 'b', 'c']);
});

describe('settlements', () => {
  const seen = fc.oneof(
    { weight: 4, arbitrary: settlementState.map((settlement) => ({ settlement })) },
    { weight: 1, arbitrary: statementState.map((statement) => ({ statement })) },
  );

  it('leave the same state in any order of arrival and with any repetition', async () => {
    await fc.assert(
      fc.asyncProperty(inTwoOrders(seen, 16), async ({ all, shuffled }) => {
        const [one, other] = [await newShop(), await newShop()];
        await deliver(one, all);
        await deliver(other, shuffled);
        expect(await dump(other, moneyTables)).toEqual(await dump(one, moneyTables));
      }),
      { numRuns: 30 },
    );
  });

  it('keep rollups equal to a recount of canonical lines', async () => {
    await fc.assert(
      fc.asyncProperty(inTwoOrders(seen, 16), async ({ shuffled }) => {
        const shopId = await newShop();
        await deliver(shopId, shuffled);
        for (const table of ['agg_fee_day', 'order_payout'] as const) {
          expect(await rowsOf(asStored[table], shopId)).toEqual(
            await rowsOf(fromScratch[table], shopId),
          );
        }
      }),
      { numRuns: 30 },
    );
  });

  it('report what is new, and reject what cannot be stored', async () => {
    const shopId = await newShop();
    const [one] = fc.sample(settlementState, { numRuns: 1, seed: 9 });
    const line = one?.lines[0];
    if (!one || !line) throw new Error('Nothing was made up');
    const apply = (settlement: CanonicalSettlement) =>
      database.tenant(tenantId, (tx) =>
        applySettlements(
          tx,
          shopId,
          { settlements: [settlement], statements: [] },
          { observedAt: new Date('2026-11-20T00:00:00Z'), mappingVersion: 1 },
        ),
      );
    const changed = [one.settlementId];
    expect(await apply(one)).toEqual({ changed, created: 1, unusable: [], isNews: false });
    expect(await apply(one)).toEqual({ changed: [], created: 0, unusable: [], isNews: false });
    const applyRaw = (rawText: string) =>
      database.tenant(tenantId, (tx) =>
        applySettlements(
          tx,
          shopId,
          { settlements: [one], statements: [], rawBytes: [Buffer.from(rawText)] },
          { observedAt: new Date('2026-11-20T00:00:00Z'), mappingVersion: 1 },
        ),
      );
    expect(await applyRaw('{"a":1}')).toMatchObject({ changed: [], isNews: true });
    expect(await applyRaw('{"a":1}')).toMatchObject({ changed: [], isNews: false });
    expect(await applyRaw('{"a":1,"b":2}')).toMatchObject({ changed: [], isNews: true });
    const paid = { ...one, updatedAt: new Date(one.updatedAt.getTime() + 1) };
    expect(await apply(paid)).toEqual({ changed, created: 0, unusable: [], isNews: false });
    expect(await apply({ ...one, settlementId: 'x', lines: [] })).toMatchObject({
      changed: [],
      unusable: [{ id: 'x' }],
    });
    const huge = { ...one, settlementId: 'y', lines: [{ ...line, amountE4: 10n ** 17n }] };
    expect(await apply(huge)).toMatchObject({ changed: [], unusable: [{ id: 'y' }] });
    for (const changes of [
      { settlementId: 'z\0' },
      { orderId: 'z\ud800' },
      { statementId: 'z\0' },
      { lines: [{ ...line, orderLineId: '\0' }] },
    ]) {
      const unreadable = { ...one, settlementId: 'z', ...changes };
      expect(await apply(unreadable)).toMatchObject({
        changed: [],
        unusable: [{ id: unreadable.settlementId }],
      });
    }
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      ...line,
      lineId: String(index),
      amountE4: 10n ** 16n,
    }));
    const sum = { ...one, settlementId: 'z', orderId: 'huge', lines };
    expect(await apply(sum)).toMatchObject({ changed: [], unusable: [{ id: 'z' }] });
  });
});
