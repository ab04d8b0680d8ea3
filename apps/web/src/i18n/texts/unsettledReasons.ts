import { selectLocale } from '../language.ts';
import { en } from './unsettledReasons.en.ts';
import { vi } from './unsettledReasons.vi.ts';

const knownReasons: ReadonlyMap<string, string> = new Map(Object.entries(selectLocale(vi, en)));

/** Why an order is not settled yet: our words for what a marketplace is known to say, else its own, quoted. */
export function describeUnsettledReason(reason: string): string {
  return knownReasons.get(reason.trim().toLowerCase()) ?? `“${reason}”`;
}
