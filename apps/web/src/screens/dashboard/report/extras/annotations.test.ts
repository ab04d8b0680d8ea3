import { expect, it } from 'vitest';
import { addDays } from '../../../../i18n/calendarDays.ts';
import { shop } from '../../testing/sampleReport.ts';
import { texts } from '../../texts.ts';
import { annotate, tetDays } from './annotations.ts';
import type { ChartPoint } from '../trend/chartData.ts';

const none = { gmv: null, netSales: null, orders: null };

function pointsFrom(from: string, days: number): ChartPoint[] {
  return Array.from({ length: days }, (_, index) => {
    const day = addDays(from, index);
    return { from: day, to: day, now: none, previous: none, previousDays: null, complete: true };
  });
}

function namesOf(points: readonly ChartPoint[], granularity: 'day' | 'week' = 'day') {
  const eventsOf = annotate(points, granularity, [shop]);
  return points.flatMap((point) =>
    eventsOf(point).map(({ name }) => `${point.from.slice(5)} ${name}`),
  );
}

/**
 * Returns the instant of a new moon as a Julian date. `k` counts new moons from January 1900.
 * @see Jean Meeus, Astronomical Formulae for Calculators, chapter 32
 */
function newMoon(k: number): number {
  const t = k / 1236.85;
  const sin = (degrees: number) => Math.sin((degrees * Math.PI) / 180);
  const sun = 359.2242 + 29.10535608 * k - 0.0000333 * t ** 2;
  const moon = 306.0253 + 385.81691806 * k + 0.0107306 * t ** 2;
  const latitude = 21.2964 + 390.67050646 * k - 0.0016528 * t ** 2;
  const mean = 2_415_020.75933 + 29.53058868 * k + 0.0001178 * t ** 2;
  const terms = [
    0.00033 * sin(166.56 + 132.87 * t),
    (0.1734 - 0.000393 * t) * sin(sun),
    0.0021 * sin(2 * sun),
    -0.4068 * sin(moon),
    0.0161 * sin(2 * moon),
    -0.0004 * sin(3 * moon),
    0.0104 * sin(2 * latitude),
    -0.0051 * sin(sun + moon),
    -0.0074 * sin(sun - moon),
    0.0004 * sin(2 * latitude + sun),
    -0.0004 * sin(2 * latitude - sun),
    -0.0006 * sin(2 * latitude + moon),
    0.001 * sin(2 * latitude - moon),
    0.0005 * sin(2 * moon + sun),
  ];
  const clockDrift = -0.000278 + 0.000265 * t + 0.000262 * t ** 2;
  return terms.reduce((sum, term) => sum + term, mean) - clockDrift;
}

it('has the date of Tết until 2035, equal to the computed new moon in Hanoi', () => {
  const julianUnixEpoch = 2_440_587.5;
  const dayOf = (k: number) =>
    new Date((newMoon(k) + 7 / 24 - julianUnixEpoch) * 86_400_000).toISOString().slice(0, 10);
  const expected = Array.from({ length: 21 }, (_, index) => {
    const year = 2015 + index;
    const first = Math.floor((year - 1900) * 12.3685);
    const moons = Array.from({ length: 5 }, (_moon, offset) => dayOf(first + offset - 1));
    // The year begins with the second new moon after the winter solstice of the year before.
    return moons.find((day) => day >= `${year}-01-21`);
  });
  expect([...tetDays]).toEqual(expected);
});

it('marks campaign days, paydays, Tết and new shops of a short chart', () => {
  const { events } = texts.trend;
  expect(namesOf(pointsFrom('2026-11-01', 28))).toEqual([
    '11-11 11.11',
    `11-20 ${events.linked(shop.name)}`,
    `11-25 ${events.payday}`,
  ]);
  expect(namesOf(pointsFrom('2026-02-15', 4))).toEqual([`02-17 ${events.tet}`]);
});

it('drops paydays, then campaign days on longer charts', () => {
  const names = (days: number) =>
    namesOf(pointsFrom('2026-01-01', days)).map((name) => name.slice(6));
  expect(names(90)).toEqual(['1.1', '2.2', texts.trend.events.tet, '3.3']);
  expect(namesOf(pointsFrom('2025-01-01', 500))).toEqual([
    `01-29 ${texts.trend.events.tet}`,
    `02-17 ${texts.trend.events.tet}`,
  ]);
});

it('marks all events of a week at its point', () => {
  const weeks = pointsFrom('2026-11-09', 1).map((day) => ({ ...day, to: '2026-11-15' }));
  expect(namesOf(weeks, 'week')).toEqual(['11-09 11.11']);
});
