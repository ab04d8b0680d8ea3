import { formats } from '../../i18n/index.ts';

export interface Difference {
  /** `+20.000 ₫ (+12,6%)` */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'flat';
}

/** Formats the difference of two amounts in whole đồng. */
export function formatDifference(before: string, after: string, currency: string): Difference {
  const from = BigInt(before);
  const by = BigInt(after) - from;
  if (by === 0n) return { text: formats.money('0', currency), direction: 'flat' };
  const size = formats.money(String(by < 0n ? -by : by), currency);
  // The percentage is only displayed, so floating-point precision is sufficient.
  const share = from === 0n ? '' : ` (${formats.change(Number(by) / Number(from))})`;
  return { text: `${by > 0n ? '+' : '−'}${size}${share}`, direction: by > 0n ? 'up' : 'down' };
}
