import { language } from '../language.ts';
import { vi } from './unsettledReasons.vi.ts';

export const en: typeof vi = {
  'awaiting package delivery': 'Waiting for delivery',
  'settlement in progress': 'Settlement in progress',
  'return or refund in progress': 'Return or refund in progress',
};

const knownReasons: ReadonlyMap<string, string> = new Map(
  Object.entries(language === 'en' ? en : vi),
);

/**
 * Returns a translation of a marketplace's reason for an unsettled order, or the quoted original if it is unknown.
 */
export function describeUnsettledReason(reason: string): string {
  return knownReasons.get(reason.trim().toLowerCase()) ?? `“${reason}”`;
}
