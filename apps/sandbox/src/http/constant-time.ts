import { timingSafeEqual } from 'node:crypto';

/** Compares signatures in a time that says nothing about where they differ. */
export function isEqualConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a, 'utf8');
  const right = Buffer.from(b, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
