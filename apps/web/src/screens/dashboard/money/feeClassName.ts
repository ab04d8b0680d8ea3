import type { FeeClass } from '@seller-connect/contract';
import { texts } from './texts.ts';

/** Returns the name of a kind of payout line; a kind that is not known keeps its id. */
export function feeClassName(kind: string): string {
  const isKnown = (each: string): each is FeeClass => Object.hasOwn(texts.classes, each);
  return isKnown(kind) ? texts.classes[kind] : kind;
}
