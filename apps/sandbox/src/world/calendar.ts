/** Demand of Vietnamese online shoppers by day and hour. */
import { calendarDay, dayNumber } from '../local-time.ts';

/** First day of the lunar year in Vietnam. It is computed in Hanoi time, so 2030 differs from China's by one day. */
const tetDays: readonly number[] = [
  dayNumber(2015, 2, 19),
  dayNumber(2016, 2, 8),
  dayNumber(2017, 1, 28),
  dayNumber(2018, 2, 16),
  dayNumber(2019, 2, 5),
  dayNumber(2020, 1, 25),
  dayNumber(2021, 2, 12),
  dayNumber(2022, 2, 1),
  dayNumber(2023, 1, 22),
  dayNumber(2024, 2, 10),
  dayNumber(2025, 1, 29),
  dayNumber(2026, 2, 17),
  dayNumber(2027, 2, 6),
  dayNumber(2028, 1, 26),
  dayNumber(2029, 2, 13),
  dayNumber(2030, 2, 2),
  dayNumber(2031, 1, 23),
  dayNumber(2032, 2, 11),
  dayNumber(2033, 1, 31),
  dayNumber(2034, 2, 19),
  dayNumber(2035, 2, 8),
];

/** Starts with Sunday. */
const weekdayFactors: readonly number[] = [1.12, 1.02, 0.97, 0.95, 0.98, 1.03, 0.93];

/** Double-day campaigns by month (`9` is 9.9). */
const campaignFactors: ReadonlyMap<number, number> = new Map([
  [3, 1.6],
  [6, 1.7],
  [8, 1.6],
  [9, 3.2],
  [10, 2.6],
  [11, 5],
  [12, 4],
]);

/** Returns the days since the nearest Tết, negative before it. Returns undefined if it is more than 40 days away. */
function daysFromTet(day: number): number | undefined {
  return tetDays.map((tet) => day - tet).find((distance) => Math.abs(distance) <= 40);
}

function tetFactor(day: number): number {
  const distance = daysFromTet(day);
  if (distance === undefined || distance < -28 || distance > 12) return 1;
  // Demand rises before the holidays, until carriers stop accepting parcels, and then drops.
  if (distance < -7) return 1 + ((distance + 28) / 20) * 0.65;
  if (distance < -2) return 0.55;
  if (distance < 5) return 0.15;
  return 0.35 + (distance - 5) * 0.08;
}

/** Cache: every order looks up its day, a million times in a large world. */
const campaignDays = new Map<number, boolean>();

/** Returns true on 3.3, 6.6, 8.8, 9.9, 10.10, 11.11 and 12.12. */
export function isCampaignDay(day: number): boolean {
  return campaignDays.getOrInsertComputed(day, () => {
    const { month, dayOfMonth } = calendarDay(day);
    return month === dayOfMonth && campaignFactors.has(month);
  });
}

function campaignFactor(month: number, dayOfMonth: number): number {
  const peak = campaignFactors.get(month);
  if (peak === undefined) return 1;
  if (dayOfMonth === month) return peak;
  if (dayOfMonth === month - 1) return 0.75;
  if (dayOfMonth === month + 1) return 1 + (peak - 1) * 0.25;
  return 1;
}

function paydayFactor(dayOfMonth: number): number {
  if (dayOfMonth === 5 || dayOfMonth === 10 || dayOfMonth === 25) return 1.3;
  if (dayOfMonth === 6 || dayOfMonth === 11 || dayOfMonth === 26) return 1.15;
  return 1;
}

/** Returns the demand of a day relative to an average day; about 1 on average over a year. */
export function demandFactor(day: number): number {
  const { month, dayOfMonth, weekday } = calendarDay(day);
  const rhythm = (weekdayFactors[weekday] ?? 1) * paydayFactor(dayOfMonth);
  return rhythm * campaignFactor(month, dayOfMonth) * tetFactor(day);
}

const ordinaryHours = [
  1.6, 0.8, 0.4, 0.3, 0.3, 0.5, 1.2, 2.2, 3.6, 5, 5.6, 6, 6.4, 5.4, 5, 5, 5.2, 5, 5, 6.2, 8.4, 8.6,
  7, 4,
];
/** Campaign vouchers start at midnight, which causes a rush in the first two hours. */
const campaignHours = [
  14, 7, 1.6, 0.7, 0.5, 0.6, 1.2, 2.2, 3.4, 4.6, 4.8, 5.4, 6.4, 4.8, 4.2, 4.2, 4.4, 4.2, 4.4, 5.6,
  8, 8.6, 7.4, 5.8,
];

function cumulative(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let running = 0;
  return weights.map((weight) => {
    running += weight;
    return running / sum;
  });
}

const ordinaryCurve = cumulative(ordinaryHours);
const campaignCurve = cumulative(campaignHours);

/** Returns the second of the day (0 to 86399) by which the share `position` in [0, 1) of its orders is placed. */
export function secondOfDay(position: number, isCampaign: boolean): number {
  const curve = isCampaign ? campaignCurve : ordinaryCurve;
  let hour = 0;
  let before = 0;
  for (; hour < 23; hour += 1) {
    const upTo = curve[hour] ?? 1;
    if (position < upTo) break;
    before = upTo;
  }
  const upTo = curve[hour] ?? 1;
  const within = Math.min(1, Math.max(0, (position - before) / (upTo - before)));
  return Math.min(hour * 3600 + 3599, hour * 3600 + Math.floor(within * 3600));
}
