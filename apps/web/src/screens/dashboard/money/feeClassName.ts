import { knownText } from '../../../i18n/knownText.ts';
import { texts } from './texts.ts';

/** Returns the name of a kind of payout line; a kind that is not known keeps its id. */
export function feeClassName(kind: string): string {
  return knownText(texts.classes, kind, kind);
}
