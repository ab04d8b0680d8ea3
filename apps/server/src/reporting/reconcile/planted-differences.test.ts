import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DifferenceKind } from '@seller-connect/contract';
import { groupOfStage, type ReportLine, type ReportOrder } from './report-order.ts';
import {
  compareSample,
  toCsv,
  sampleLine,
  marketplaces,
  sampleOrder,
  exportRows,
  type FileRow,
  type Marketplace,
} from './testing/sample-file.ts';

const stages = ['to_ship', 'shipping', 'delivered', 'completed', 'cancelled', 'failed_delivery'];

const madeLine = fc
  .record({
    stage: fc.constantFrom(...stages),
    quantity: fc.integer({ min: 1, max: 3 }),
    price: fc.integer({ min: 1000, max: 900_000 }),
    voucher: fc.integer({ min: 0, max: 900 }),
    wasReturned: fc.boolean(),
  })
  .map(({ stage, quantity, price, voucher, wasReturned }): ReportLine =>
    sampleLine({
      stage,
      quantity,
      isReturned: wasReturned && groupOfStage(stage) === 'delivered',
      // Even amounts, so that twice as many units still cost whole amounts each.
      priceE4: BigInt(price * quantity) * 20_000n,
      sellerVoucherE4: BigInt(voucher * quantity) * 20_000n,
    }),
  );

const plants = ['missing', 'extra', 'doubled', 'amount', 'quantity', 'status', 'day'] as const;
type Plant = (typeof plants)[number];

const made = fc.record({
  platform: fc.constantFrom(...marketplaces),
  orders: fc.array(
    fc.record({
      lines: fc.array(madeLine, { minLength: 1, maxLength: 3 }),
      minute: fc.integer({ min: 0, max: 30 * 1440 }),
      shipping: fc.integer({ min: 0, max: 30_000 }),
      plant: fc.option(fc.constantFrom(...plants), { nil: null, freq: 6 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
});

/** Only Lazada exports a status for each line, and returns as a status. */
function asExported(lines: readonly ReportLine[], platform: Marketplace): ReportLine[] {
  if (platform === 'LAZADA') return [...lines];
  const { stage = 'completed' } = lines[0] ?? {};
  return lines.map((each) => ({ ...each, stage, isReturned: false }));
}

function rowsWith(order: ReportOrder, plant: Plant | null, platform: Marketplace): FileRow[] {
  const [main, ...others] = order.lines;
  const rows = exportRows(order, platform);
  if (!main) return rows;
  const otherwise = (given: Partial<ReportLine>) =>
    exportRows({ ...order, lines: [{ ...main, ...given }, ...others] }, platform);
  const piece = BigInt(main.quantity) * 17_330_000n;
  const stage = groupOfStage(main.stage) === 'ended' ? 'shipping' : 'cancelled';
  switch (plant) {
    case 'missing':
      return [];
    case 'extra':
      return [...rows, ...exportRows({ ...order, orderId: inventedId(order) }, platform)];
    case 'doubled':
      return [...rows, ...rows];
    case 'amount':
      return otherwise({ priceE4: main.priceE4 + piece });
    case 'quantity':
      return otherwise({ quantity: main.quantity * 2 });
    case 'status': {
      const lines = order.lines.map((each) => ({ ...each, stage, isReturned: false }));
      return platform === 'LAZADA'
        ? otherwise({ stage, isReturned: false })
        : exportRows({ ...order, stage, lines }, platform);
    }
    case 'day':
      return exportRows(
        { ...order, createdAt: new Date(order.createdAt.getTime() + 86_820_000) },
        platform,
      );
    case null:
      return rows;
  }
}

const inventedId = ({ orderId }: ReportOrder) => orderId.replace(/^5/, '7');
const kindOf: Readonly<Record<Plant, DifferenceKind>> = {
  missing: 'only_ours',
  extra: 'only_file',
  doubled: 'doubled',
  amount: 'amount',
  quantity: 'quantity',
  status: 'status',
  day: 'day',
};

it('finds exactly the differences planted in a file, and how each order differs', async () => {
  await fc.assert(
    fc.asyncProperty(made, async ({ platform, orders }) => {
      const ours = orders.map(({ lines, minute, shipping }, index) =>
        sampleOrder(`57648523${String(index).padStart(8, '0')}67`, {
          createdAt: new Date(Date.UTC(2026, 9, 1, 0, minute)),
          lines: asExported(lines, platform),
          shippingE4: BigInt(shipping) * 10_000n,
        }),
      );
      const rows = ours.flatMap((order, at) =>
        rowsWith(order, orders[at]?.plant ?? null, platform),
      );
      fc.pre(rows.length > 0);
      const planted = ours.flatMap((order, at) => {
        const plant = orders[at]?.plant;
        if (!plant) return [];
        return [[plant === 'extra' ? inventedId(order) : order.orderId, kindOf[plant]].join(' ')];
      });
      const found = await compareSample(toCsv(rows), ours);
      const detected = found.differences.map(({ orderId, kind }) => `${orderId} ${kind}`);
      expect(detected.toSorted()).toEqual(planted.toSorted());
      expect(found.verdict === 'matched').toBe(planted.length === 0);
    }),
    { numRuns: 300 },
  );
});
