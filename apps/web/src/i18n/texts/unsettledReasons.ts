import { choose } from '../language.ts';
import { en } from './unsettledReasons.en.ts';
import { vi } from './unsettledReasons.vi.ts';

const known: ReadonlyMap<string, string> = new Map(Object.entries(choose(vi, en)));

/** Why an order is not settled yet: our words for what a marketplace is known to say, else its own, quoted. */
export function unsettledReason(reason: string): string {
  return known.get(reason.trim().toLowerCase()) ?? `“${reason}”`;
}
