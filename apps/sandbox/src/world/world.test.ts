import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daySeconds, dayNumber, dayOf } from '../local-time.ts';
import { oneE4, splitProportionally } from '../money.ts';
import { demandFactor, secondOfDay } from './calendar.ts';
import { maxLifetimeSeconds, drawLifecycle } from './orders/lifecycle.ts';
import { GeneratedStorefront } from './orders/generated-storefront.ts';
import { OrderIndex } from './orders/order-index.ts';
import { maxOrdersPerDay, orderNumber, readOrderNumber } from './orders/order-numbers.ts';
import { lazadaShops, worldSizes } from './shops/shops.ts';
import type { WorldSize } from './shops/shops.ts';
import { openingDayFor } from './world.ts';

const worldNow = Date.UTC(2026, 5, 20, 3) / 1000;
const opening = openingDayFor(worldNow);

function shop(
  slot = 0,
  size: WorldSize = 'small',
  seed = 1,
  openingDay = opening,
): GeneratedStorefront {
  const info = lazadaShops[slot];
  if (info === undefined) throw new RangeError('no such shop');
  return new GeneratedStorefront(info, seed, size, openingDay, { url: '' });
}

describe('the sandbox world', () => {
  it('is the same for the same seed, in any order of access', () => {
    const first = shop();
    const second = shop();
    second.orderAt(9000, worldNow);
    second.countAt(worldNow + 400 * daySeconds);
    for (const ordinal of [0, 1, 17, 5000, 14_000]) {
      expect(second.orderAt(ordinal, worldNow)).toEqual(first.orderAt(ordinal, worldNow));
    }
    expect(second.countAt(worldNow)).toBe(first.countAt(worldNow));
  });

  it('differs between seeds and shops', () => {
    expect(shop(0, 'small', 2).orderAt(100, worldNow)).not.toEqual(shop().orderAt(100, worldNow));
    expect(shop(1).orderAt(100, worldNow).units).not.toEqual(shop().orderAt(100, worldNow).units);
  });

  it('has the same orders on a day, whichever day the sandbox starts', () => {
    const long = shop(0, 'small', 1, opening - 30);
    const short = shop();
    const number = short.orderAt(0, worldNow).number;
    const there = long.ordinalOf(number);
    expect(there).toBeGreaterThan(0);
    expect(long.orderAt(there ?? -1, worldNow).units).toEqual(short.orderAt(0, worldNow).units);
  });

  it('numbers orders by creation time and finds each by its number', () => {
    const made = shop(2);
    const count = made.countAt(worldNow);
    let before = 0;
    for (let ordinal = 0; ordinal < count; ordinal += 1) {
      const createdAt = made.createdAt(ordinal);
      expect(createdAt).toBeGreaterThanOrEqual(before);
      before = createdAt;
      expect(made.ordinalOf(made.orderAt(ordinal, worldNow).number)).toBe(ordinal);
    }
    expect(before).toBeLessThanOrEqual(worldNow);
    expect(made.createdAt(count)).toBeGreaterThan(worldNow);
  });

  it('parses its own order numbers and refuses every other number', () => {
    const key = fc.record({
      slot: fc.integer({ min: 0, max: 99 }),
      day: fc.integer({ min: 17_000, max: 25_000 }),
      index: fc.integer({ min: 0, max: maxOrdersPerDay - 1 }),
    });
    fc.assert(
      fc.property(key, fc.integer({ min: 1, max: 96 }), (order, off) => {
        const number = orderNumber(order);
        expect(readOrderNumber(number)).toEqual(order);
        expect(String(number)).toHaveLength(15);
        expect(Number.isSafeInteger(number * 10 + 9)).toBe(true);
        const other = readOrderNumber(number + off);
        expect(other === undefined || orderNumber(other) === number + off).toBe(true);
      }),
    );
  });

  it.each([
    ['tiny', 20, 99],
    ['mini', 1000, 5000],
    ['small', 400, 20_000],
    ['huge', 1_000_000, 1_200_000],
  ] as const)('size %s: the largest shop has from %i to %i orders', (size, low, high) => {
    const largest = Math.max(...lazadaShops.map(({ slot }) => shop(slot, size).countAt(worldNow)));
    expect(largest).toBeGreaterThanOrEqual(low);
    expect(largest).toBeLessThanOrEqual(high);
    expect(worldSizes).toContain(size);
  });

  it('sells more on double days and paydays, and little at Tết', () => {
    const ordinary = demandFactor(dayNumber(2025, 8, 20));
    expect(demandFactor(dayNumber(2025, 11, 11))).toBeGreaterThan(ordinary * 3);
    expect(demandFactor(dayNumber(2025, 9, 9))).toBeGreaterThan(ordinary * 2);
    expect(demandFactor(dayNumber(2025, 8, 25))).toBeGreaterThan(ordinary);
    // The lunar year 2026 begins on February 17.
    expect(demandFactor(dayNumber(2026, 2, 17))).toBeLessThan(ordinary * 0.3);
    expect(demandFactor(dayNumber(2026, 2, 8))).toBeGreaterThan(ordinary * 1.2);
  });

  it('maps positions of a day to seconds in order', () => {
    const position = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(position, position, fc.boolean(), (a, b, campaign) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        expect(secondOfDay(low, campaign)).toBeLessThanOrEqual(secondOfDay(high, campaign));
        expect(secondOfDay(high, campaign)).toBeLessThan(daySeconds);
      }),
    );
  });
});

describe('the lifecycle of an order', () => {
  it('moves forward only and ends within the maximum lifetime', () => {
    const units = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.nat(0xffffffff), units, (hash, pieces) => {
        const life = drawLifecycle(hash, worldNow, pieces);
        for (const track of [life.main, life.deviant]) {
          expect(track[0]?.at).toBe(worldNow);
          for (let step = 1; step < track.length; step += 1) {
            expect(track[step]?.at).toBeGreaterThan(track[step - 1]?.at ?? Infinity);
          }
        }
        expect(life.deviant.at(-1)?.at).toBeLessThanOrEqual(worldNow + maxLifetimeSeconds);
        expect(life.deviantUnits).toBeLessThanOrEqual(pieces);
      }),
      { numRuns: 2000 },
    );
  });

  it('reaches every end state, for whole orders and for parts', () => {
    const made = shop();
    const ends = new Set<string>();
    let mixed = 0;
    const count = made.countAt(worldNow);
    for (let ordinal = 0; ordinal < count; ordinal += 3) {
      const stages = new Set(
        made.orderAt(ordinal, worldNow).units.map((unit) => unit.life.at(-1)?.stage),
      );
      for (const stage of stages) ends.add(stage ?? '');
      if (stages.size > 1) mixed += 1;
    }
    for (const end of ['confirmed', 'cancelled', 'shipped_back', 'lost', 'returned', 'shipped']) {
      expect(ends).toContain(end);
    }
    expect(mixed).toBeGreaterThan(10);
  });

  it('has the same state in a list as in detail, at any time', () => {
    const made = shop(1);
    const last = made.countAt(worldNow) - 1;
    const age = fc.integer({ min: 0, max: maxLifetimeSeconds });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: last }), age, (ordinal, seconds) => {
        const now = made.createdAt(ordinal) + seconds;
        const state = made.stateAt(ordinal, now);
        const { units } = made.orderAt(ordinal, now);
        const changes = units.map((unit) => unit.life.at(-1)?.at ?? 0);
        expect(state.updatedAt).toBe(Math.max(...changes));
        expect(state.nextAt).toBeGreaterThan(now);
        // Nothing changes after the last transition.
        const next = Math.min(state.nextAt, now + 365 * daySeconds);
        const after = state.nextAt === Infinity ? state.updatedAt : state.nextAt;
        expect(made.stateAt(ordinal, next).updatedAt).toBe(after);
        expect(made.stateAt(ordinal, next - 1).updatedAt).toBe(state.updatedAt);
      }),
      { numRuns: 400 },
    );
  });

  it('splits vouchers over units exactly and never below zero', () => {
    const made = shop();
    const count = made.countAt(worldNow);
    for (let ordinal = 0; ordinal < count; ordinal += 41) {
      for (const unit of made.orderAt(ordinal, worldNow).units) {
        expect(unit.priceE4 - unit.voucherSellerE4 - unit.voucherPlatformE4).toBeGreaterThan(0n);
        expect(unit.priceE4 % (1000n * oneE4)).toBe(0n);
      }
    }
    const weights = fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.nat(2_000_000), weights, (amount, shares) => {
        const parts = splitProportionally(amount, shares);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        const total = shares.reduce((sum, share) => sum + share, 0);
        if (total === 0) return;
        parts.forEach((part, position) => {
          const exact = (amount * (shares[position] ?? 0)) / total;
          expect(Math.abs(part - exact)).toBeLessThan(1.001);
        });
      }),
    );
  });
});

describe('the order index', () => {
  it('finds what a scan of every order finds, as the clock moves either way', () => {
    const made = shop(3);
    const index = new OrderIndex(made);
    const time = fc.integer({ min: worldNow - 60 * daySeconds, max: worldNow });
    fc.assert(
      fc.property(
        time,
        time,
        fc.integer({ min: 0, max: 20 * daySeconds }),
        fc.constantFrom('created' as const, 'updated' as const),
        fc.boolean(),
        fc.constantFrom(0, 1 << 6, 1 << 7, 1 << 4),
        fc.nat(30),
        (now, from, span, sortBy, descending, stages, offset) => {
          index.refresh(now);
          const found = index.find({
            createdFrom: sortBy === 'created' ? from : -Infinity,
            createdTo: sortBy === 'created' ? from + span : Infinity,
            updatedFrom: sortBy === 'updated' ? from : -Infinity,
            updatedTo: sortBy === 'updated' ? from + span : Infinity,
            stages,
            sortBy,
            descending,
            offset,
            limit: 10,
          });
          const all = Array.from({ length: made.countAt(now) }, (_, ordinal) => {
            const state = made.stateAt(ordinal, now);
            const key = sortBy === 'created' ? made.createdAt(ordinal) : state.updatedAt;
            return { ordinal, key, stages: state.stages };
          })
            .filter(({ key }) => key >= from && key <= from + span)
            .filter((order) => stages === 0 || (order.stages & stages) !== 0)
            .toSorted((a, b) => a.key - b.key || a.ordinal - b.ordinal);
          if (descending) all.reverse();
          expect(found.total).toBe(all.length);
          expect(found.ordinals).toEqual(
            all.slice(offset, offset + 10).map(({ ordinal }) => ordinal),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it(
    'returns any page of a shop with a million orders, by either time',
    { timeout: 60_000 },
    () => {
      const made = shop(0, 'huge');
      const index = new OrderIndex(made);
      index.refresh(worldNow);
      const base = {
        updatedFrom: -Infinity,
        updatedTo: Infinity,
        createdTo: Infinity,
        stages: 0,
        limit: 100,
      };
      for (const offset of [0, 2500, 5000]) {
        const query = { ...base, createdFrom: -Infinity, offset, descending: false };
        const created = index.find({ ...query, sortBy: 'created' });
        const updated = index.find({ ...query, sortBy: 'updated' });
        expect(created.total).toBeGreaterThanOrEqual(1_000_000);
        expect(updated.total).toBe(created.total);
        expect(created.ordinals.map((ordinal) => made.orderAt(ordinal, worldNow))).toHaveLength(
          100,
        );
        expect(updated.ordinals.map((ordinal) => made.orderAt(ordinal, worldNow))).toHaveLength(
          100,
        );
      }
      expect(dayOf(made.createdAt(0))).toBe(opening);
    },
  );
});
