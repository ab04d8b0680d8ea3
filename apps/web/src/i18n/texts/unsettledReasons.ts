import { selectLocale } from '../language.ts';
import { en } from './unsettledReasons.en.ts';
import { vi } from './unsettledReasons.vi.ts';

const knownReasons: ReadonlyMap<string, string> = new Map(Object.entries(selectLocale(vi, en)));

/**
 * Returns a translation of a marketplace's reason for an unsettled order, or the quoted original if it is unknown.
 */
export function describeUnsettledReason(reason: string): string {
  return knownReasons.get(reason.trim().toLowerCase()) ?? `“${reason}”`;
}
