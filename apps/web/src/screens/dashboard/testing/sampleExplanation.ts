import type { ExplainedPart, ReportExplanation } from '@seller-connect/contract';
import { createSummary, otherShop, products, shop } from './sampleReport.ts';

/** A part of an explanation with defaults for what a test does not care about. */
export function createPart(part: Partial<ExplainedPart>): ExplainedPart {
  return {
    kind: 'product',
    difference: '0',
    value: null,
    previous: null,
    shopId: null,
    platform: null,
    name: '',
    brand: null,
    campaignId: null,
    feeClass: null,
    sku: null,
    sellerSku: '',
    picture: null,
    count: 1,
    quantity: null,
    previousQuantity: null,
    previousUntil: null,
    ...part,
  };
}

const shopPart = (
  { id, name }: { id: string; name: string },
  [previous, value]: readonly [number, number],
  [previousQuantity, quantity]: readonly [number, number],
  previousUntil: string,
) =>
  createPart({
    kind: 'shop',
    shopId: id,
    platform: 'LAZADA',
    name,
    value: String(value),
    previous: String(previous),
    difference: String(value - previous),
    quantity,
    previousQuantity,
    previousUntil,
  });

const effect = (
  kind: ExplainedPart['kind'],
  difference: number,
  rest: Partial<ExplainedPart> = {},
) => createPart({ kind, difference: String(difference), ...rest });

const { period, previous, currency } = createSummary('28d');

/** Why GMV fell by 1.200.000: two shops, eight products and twelve more, and the effects. Every split adds up. */
export const gmvExplanation: ReportExplanation = {
  metric: 'gmv',
  currency,
  period,
  previous,
  value: '8800000',
  previousValue: '10000000',
  difference: '-1200000',
  reason: null,
  previousReason: null,
  againstWholeDay: false,
  daysLoading: 0,
  splits: [
    {
      by: 'shop',
      parts: [
        shopPart(shop, [7_000_000, 5_500_000], [40, 28], '10:55'),
        shopPart(otherShop, [3_000_000, 3_300_000], [15, 16], '09:30'),
      ],
    },
    {
      by: 'effect',
      parts: [
        effect('volume', -1_500_000, { count: 12, quantity: 88, previousQuantity: 112 }),
        effect('price', 400_000.5, { count: 12 }),
        effect('new_products', 300_000, {
          value: '300000',
          previous: '0',
          count: 2,
          quantity: 3,
          previousQuantity: 0,
        }),
        effect('cancelled', -250_000, { value: '750000', previous: '1000000' }),
        effect('mix', -150_000.5, { count: 12 }),
      ],
    },
    {
      by: 'product',
      parts: [
        ...[-900, 450, -400, 300, -250, 120, -100, 80].map((thousands, index) =>
          createPart({
            shopId: shop.id,
            platform: 'LAZADA',
            name: products.items[index]?.name ?? `Sản phẩm ${index + 1}`,
            sku: `sku-${index}`,
            sellerSku: `HM-${1001 + index}`,
            difference: String(thousands * 1000),
            previous: index === 3 ? '0' : '1000000',
            value: String((index === 3 ? 0 : 1_000_000) + thousands * 1000),
            quantity: Math.max(1, 10 + Math.round(thousands / 100)),
            previousQuantity: index === 3 ? 0 : 10,
            previousUntil: '10:55',
          }),
        ),
        effect('others', -500_000, { count: 12 }),
      ],
    },
  ],
};

const lines = (
  feeClass: ExplainedPart['feeClass'],
  [before, now]: readonly [number, number],
): ExplainedPart =>
  createPart({
    kind: 'fee_class',
    feeClass,
    value: String(now),
    previous: String(before),
    difference: String(now - before),
    quantity: 12,
    previousQuantity: 9,
  });

/** Why the payout fell by 2.000.000: of one shop, by kind of line. */
export const payoutExplanation: ReportExplanation = {
  ...gmvExplanation,
  metric: 'payout',
  previous: { ...previous, until: null },
  againstWholeDay: true,
  value: '6000000',
  previousValue: '8000000',
  difference: '-2000000',
  splits: [
    {
      by: 'fee_class',
      parts: [
        lines('refund', [-500_000, -2_300_000]),
        lines('item_price', [10_000_000, 9_700_000]),
        lines('commission', [-1_500_000, -1_400_000]),
      ],
    },
  ],
};
