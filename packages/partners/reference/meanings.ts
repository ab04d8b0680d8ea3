import type { PartnerErrorKind } from '../src/connector/partner-error.ts';
import type { ErrorEntry } from './reference-document.ts';

/** What a connector may make of an error, by what the error means. */
const kinds: Readonly<Record<ErrorEntry['meaning'], readonly PartnerErrorKind[]>> = {
  token: ['unauthorized', 'needs_reauthorization'],
  permission: ['not_permitted'],
  throttled: ['throttled'],
  unavailable: ['unavailable'],
  not_found: ['invalid_request'],
  invalid_request: ['invalid_request'],
  // The key is not the application's: a request is refused, or the operator told.
  signature: ['invalid_request', 'not_permitted'],
};

export function errorKindsFor(meaning: ErrorEntry['meaning']): readonly PartnerErrorKind[] {
  return kinds[meaning];
}
