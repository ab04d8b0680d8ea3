import type { PartnerErrorKind } from '../src/connector/partner-error.ts';
import type { ErrorEntry } from './reference-document.ts';

/** Allowed error kinds by the documented meaning of an error. */
const kinds: Readonly<Record<ErrorEntry['meaning'], readonly PartnerErrorKind[]>> = {
  token: ['unauthorized', 'needs_reauthorization'],
  permission: ['not_permitted'],
  throttled: ['throttled'],
  unavailable: ['unavailable'],
  not_found: ['invalid_request'],
  invalid_request: ['invalid_request'],
  // The key is not the application's: either the request is rejected, or the operator has to act.
  signature: ['invalid_request', 'not_permitted'],
};

export function errorKindsFor(meaning: ErrorEntry['meaning']): readonly PartnerErrorKind[] {
  return kinds[meaning];
}
