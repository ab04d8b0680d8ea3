import type {
  CanonicalSettlement,
  CanonicalStatement,
  RawItem,
  RejectedItem,
} from '@seller-connect/partners';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../test/open-database.ts';
import { sql } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { registerShop } from '../../reporting/index.ts';
import { leasedStream } from '../testing/leased-stream.ts';
import { linkedShop, lazadaWithSettlements } from '../testing/linked-shop.ts';
import { createTestLease } from '../testing/test-lease.ts';
import { createWindowBatcher } from './commit-pages.ts';
import { settlementsSource } from './money-source.ts';
import { syncRange } from './sync-changes.ts';
import { syncWindow } from './sync-window.ts';
import { createOpenWindow } from './window-store.ts';

const { database } = await openTestDatabase({ poolSize: 2 });
const shop = linkedShop({ shopId: newId() });
const stream = leasedStream({ shopId: shop.shopId, stream: 'settlements' });
const now = new Date('2026-11-11T05:00:00Z');

const raw: RawItem = {
  entity: 'statement',
  externalId: 'VN-1',
  updatedAt: null,
  payload: Buffer.from('{}'),
};
const statement: CanonicalStatement = {
  statementId: '2026-11-11',
  name: 'VN-1',
  from: null,
  to: now,
  currency: 'VND',
  totalE4: null,
  payoutE4: 10_000n,
  paidAt: null,
  updatedAt: now,
  flags: [],
};

const rejectsStatement = sql(
  'test.rejected_items',
  'select external_id from collector.reject where tenant_id = $1 order by external_id',
);

/** Syncs a page with a statement or its reject. @returns the ids of the items that count as unreadable */
async function sync(page: {
  statements?: CanonicalStatement[];
  rejects?: RejectedItem[];
}): Promise<string[]> {
  const connector = lazadaWithSettlements({
    readSettlements: async () => ({
      settlements: [],
      statements: (page.statements ?? []).map((canonical) => ({ canonical, raw })),
      rejects: page.rejects ?? [],
      total: null,
      next: null,
    }),
  });
  const lease = createTestLease({ database, stream, shop, connector, now: () => now });
  await syncRange(lease, settlementsSource, { field: 'created', from: now, to: now });
  const rows = await database.tenantRead<{ externalId: string }>(
    stream.tenantId,
    rejectsStatement,
    [stream.tenantId],
  );
  return rows.map(({ externalId }) => externalId);
}

it('flags a statement until it can be read and stored', async () => {
  await database.tenant(stream.tenantId, (tx) => registerShop(tx, shop, now));
  expect(await sync({ rejects: [{ raw, reason: 'its payout is missing' }] })).toEqual(['VN-1']);
  expect(await sync({ statements: [statement] })).toEqual([]);
  const tooLarge = { ...statement, payoutE4: 10n ** 17n };
  expect(await sync({ statements: [tooLarge] })).toEqual(['VN-1']);
});

const linesStatement = sql(
  'test.settlement_lines',
  `select settlement_id, amount_e4 from reporting.settlement_line
    where tenant_id = $1 order by settlement_id`,
);

const rawPagesStatement = sql(
  'test.raw_pages',
  'select from collector.raw_page where tenant_id = $1',
);

/** A row of the partner: an id, an amount in ten-thousandths, the day of its last change, and what nothing reads. */
interface MoneyRow {
  id: string;
  amountE4: bigint;
  day?: number;
  balance?: string;
}

function settlementOf({ id, amountE4, day = 10, balance }: MoneyRow): {
  canonical: CanonicalSettlement;
  raw: RawItem[];
} {
  const updatedAt = new Date(Date.UTC(2026, 10, day));
  const line = { orderLineId: null, feeClass: 'item_price', feeCode: '13', feeName: '' } as const;
  return {
    canonical: {
      settlementId: id,
      statementId: null,
      orderId: null,
      currency: 'VND',
      occurredAt: updatedAt,
      settledAt: updatedAt,
      updatedAt,
      isEstimate: false,
      lines: [{ ...line, lineId: '1', amountE4 }],
      flags: [],
    },
    raw: [
      {
        entity: 'settlement',
        externalId: id,
        updatedAt: null,
        payload: Buffer.from(JSON.stringify({ id, amount: String(amountE4), day, balance })),
      },
    ],
  };
}

/** Creates a shop and syncs of its pages of settlements, each a minute later than the one before. */
async function openMoneyShop(syncPages: 'changes' | 'window') {
  const ownStream = leasedStream({ shopId: newId(), stream: 'settlements' });
  const ownShop = linkedShop({ shopId: ownStream.shopId });
  const { tenantId } = ownStream;
  await database.tenant(tenantId, (tx) => registerShop(tx, ownShop, now));
  let at = now;
  const syncMoney = async (...pages: MoneyRow[][]) => {
    at = new Date(at.getTime() + 60_000);
    const connector = lazadaWithSettlements({
      readSettlements: async (_access, _span, cursor) => {
        const index = Number(cursor);
        const next = index + 1 < pages.length ? String(index + 1) : null;
        const settlements = (pages[index] ?? []).map(settlementOf);
        return { settlements, statements: [], rejects: [], total: null, next };
      },
    });
    const lease = createTestLease({
      database,
      stream: ownStream,
      shop: ownShop,
      connector,
      now: () => at,
    });
    if (syncPages === 'changes') {
      await syncRange(lease, settlementsSource, { field: 'created', from: now, to: now });
    } else {
      const batcher = createWindowBatcher(lease, settlementsSource);
      const window = createOpenWindow({ from: now, to: at });
      await syncWindow(lease, settlementsSource, window, {
        batcher,
        budget: { isSpent: () => false },
        onFetched: () => undefined,
      });
    }
    const lines = await database.tenantRead<{ settlementId: string; amountE4: bigint }>(
      tenantId,
      linesStatement,
      [tenantId],
    );
    const rejects = await database.tenantRead<{ externalId: string }>(tenantId, rejectsStatement, [
      tenantId,
    ]);
    return {
      stored: lines.map(({ settlementId, amountE4 }) => `${settlementId} ${amountE4}`),
      rejects: rejects.map(({ externalId }) => externalId),
    };
  };
  const readRawPages = () => database.tenantRead(tenantId, rawPagesStatement, [tenantId]);
  return { syncMoney, readRawPages };
}

it.each(['changes', 'window'] as const)(
  'flags another settlement with an id that a page before had (%s)',
  async (syncPages) => {
    const { syncMoney } = await openMoneyShop(syncPages);
    const both = [[{ id: 'A', amountE4: 10n }], [{ id: 'A', amountE4: 20n }]];
    const flagged = { stored: ['A 10'], rejects: ['A'] };
    expect(await syncMoney(...both)).toEqual(flagged);
    expect(await syncMoney(...both)).toEqual(flagged);
    expect(await syncMoney([{ id: 'A', amountE4: 20n }])).toEqual({
      stored: ['A 20'],
      rejects: [],
    });
  },
);

it.each(['changes', 'window'] as const)(
  'takes a settlement that moves to a later page, and one that the partner changes meanwhile (%s)',
  async (syncPages) => {
    const { syncMoney } = await openMoneyShop(syncPages);
    const paid = { id: 'B', amountE4: 25n, day: 11 };
    const pages = [
      [
        { id: 'A', amountE4: 10n },
        { id: 'B', amountE4: 20n },
      ],
      [{ id: 'A', amountE4: 10n }, paid],
    ];
    expect(await syncMoney(...pages)).toEqual({ stored: ['A 10', 'B 25'], rejects: [] });
  },
);

it('stores the bytes of settlements that are flagged only once', async () => {
  const { syncMoney, readRawPages } = await openMoneyShop('changes');
  const tooLarge = { id: 'B', amountE4: 10n ** 17n };
  const pages = [[{ id: 'A', amountE4: 10n }], [{ id: 'A', amountE4: 20n }], [tooLarge]];
  const flagged = { stored: ['A 10'], rejects: ['A', 'B'] };
  expect(await syncMoney(...pages)).toEqual(flagged);
  expect(await readRawPages()).toHaveLength(3);
  expect(await syncMoney(...pages)).toEqual(flagged);
  expect(await readRawPages()).toHaveLength(3);
});

it('tells movements without an id apart by all of their fields, and others by those that count', async () => {
  const { syncMoney } = await openMoneyShop('changes');
  const [own, made] = [{ id: 'A' }, { id: 'unidentified:1' }];
  const page = (balance: string) => [own, made].map((row) => ({ ...row, amountE4: 10n, balance }));
  expect(await syncMoney(page('1'), page('2'))).toEqual({
    stored: ['A 10', 'unidentified:1 10'],
    rejects: ['unidentified:1'],
  });
});
