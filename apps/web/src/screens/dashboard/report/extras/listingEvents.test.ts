import type { ListingChange } from '@seller-connect/contract';
import { expect, it } from 'vitest';
import { formats } from '../../../../i18n/index.ts';
import type { ChartPoint } from '../trend/chartData.ts';
import { eventsOfListings } from './listingEvents.ts';
import { texts } from './texts.ts';

const money = (amount: string) => formats.money(amount, 'VND');
const none = { gmv: null, netSales: null, orders: null };
const point = (from: string, to = from, hour?: number): ChartPoint => ({
  from,
  to,
  ...(hour === undefined ? {} : { hour }),
  now: none,
  previous: none,
  previousDays: null,
  complete: true,
});

const change = (more: Partial<ListingChange>): ListingChange => ({
  day: '2026-11-05',
  shop: '00000000-0000-4000-8000-000000000001',
  name: 'Nón lá',
  kind: 'sold_out',
  currency: 'VND',
  price: null,
  previousPrice: null,
  ...more,
});

const namesOf = (changes: readonly ListingChange[], at: ChartPoint) =>
  eventsOfListings(changes)(at).map(({ name }) => name);

it('lists the product changes of a point, in one event per kind', () => {
  const prices = { previousPrice: '100000', price: '80000' };
  const changes = [
    change({ kind: 'price_lowered', ...prices }),
    change({ name: 'Áo dài' }),
    change({ day: '2026-11-04' }),
    change({ day: '2026-11-03', kind: 'restocked' }),
  ];
  expect(namesOf(changes, point('2026-11-05'))).toEqual([
    texts.changes.sold_out.name('Áo dài'),
    texts.changes.price_lowered.name(texts.priced('Nón lá', money('100000'), money('80000'))),
  ]);
  expect(namesOf(changes, point('2026-11-02', '2026-11-04'))).toEqual([
    texts.changes.sold_out.name('Nón lá'),
    texts.changes.restocked.name('Nón lá'),
  ]);
  expect(namesOf(changes, point('2026-11-06'))).toEqual([]);
});

it('shows product changes of a day at its first hour', () => {
  expect(namesOf([change({})], point('2026-11-05', '2026-11-05', 0))).toHaveLength(1);
  expect(namesOf([change({})], point('2026-11-05', '2026-11-05', 1))).toEqual([]);
});

it('names three products, counts the others, and shortens long names', () => {
  const long = 'Áo sơ mi lụa tay dài cổ trụ phong cách Hàn Quốc';
  const changes = ['A', 'B', long, 'D', 'E'].map((name) => change({ name }));
  expect(namesOf(changes, point('2026-11-05'))).toEqual([
    texts.changes.sold_out.name(
      `A, B, Áo sơ mi lụa tay dài cổ trụ phong cách… và ${texts.moreProducts('2')}`,
    ),
  ]);
});

it('shortens a name before an emoji that has no room', () => {
  const name = `${'Áo dài '.repeat(5)}lụa🔥🔥🔥🔥`;
  const expected = `${'Áo dài '.repeat(5)}lụa🔥…`;
  expect(namesOf([change({ name })], point('2026-11-05'))).toEqual([
    texts.changes.sold_out.name(expected),
  ]);
});
