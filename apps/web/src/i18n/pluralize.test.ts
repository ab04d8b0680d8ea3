import { expect, test } from 'vitest';
import { en as ads } from '../screens/dashboard/ads/texts.ts';
import { en as money } from '../screens/dashboard/money/texts.ts';
import { en as blocks } from '../screens/dashboard/report/blockTexts.ts';
import { en as sync } from '../screens/dashboard/sync/texts.ts';
import { en as targets } from '../screens/dashboard/targets/texts.ts';
import { en as home } from '../screens/dashboard/texts.ts';
import { en as bulk } from '../screens/pricing/texts.ts';
import { en as products } from '../screens/products/texts.ts';
import { en as check } from '../screens/reconcile/texts.ts';
import { en as run } from '../screens/shop/texts.ts';
import { en as verified } from '../screens/verified/texts.ts';
import { en as webhook } from '../webhook/texts.ts';

test('English uses the singular for one', () => {
  expect([
    money.feesBlock.lines('1'),
    money.statesBlock.orders('1'),
    money.waitingBlock.orders('Tiki', '1'),
    money.ofOrders('1'),
    home.trend.orders('1'),
    blocks.breakdown.units('1'),
    blocks.products.summary('1', '1'),
    sync.of('1', sync.rows.orders('1')),
    sync.rows.settlements('1'),
    ads.clicks('1'),
    ads.purchases('1'),
    check.sentence.matched('1'),
    check.sentence.explained('1', '1'),
    check.rowsRead('a.csv', '1'),
    bulk.bulk.apply('1'),
    bulk.bulk.done('1', '1'),
    run.rows.orders('1'),
    verified.rows.products('1'),
    products.stockPanel.stockSummary('1', '1'),
    targets.needed('₫5M', '1'),
    webhook.kinds('1'),
  ]).toEqual([
    '1 line',
    '1 order',
    'Tiki · 1 order',
    'of 1 order sold this period',
    '1 order',
    '1 unit',
    '1 product, by GMV',
    '1 of 1 order',
    '1 settlement transaction',
    '1 click',
    '1 attributed purchase',
    'Matched: the only order in the file matches the report.',
    '1 order matches; 1 differs, with a reason.',
    'Read 1 row of “a.csv”.',
    'Change 1 price',
    '1 of 1 price changed',
    '1 order',
    '1 product',
    'Stock at the end of each of 90 days: 1 at most, out of stock on 1 day.',
    'Needs ₫5M a day for the 1 day left',
    '1 kind of notification',
  ]);
  expect([home.trend.orders('1,200'), money.feesBlock.lines('21')]).toEqual([
    '1,200 orders',
    '21 lines',
  ]);
});
