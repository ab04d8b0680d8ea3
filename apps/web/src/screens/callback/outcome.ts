import { ApiFailure } from '../../api/index.ts';

/** The partners that send sellers back to a callback of ours. */
export type CallbackPartner = 'LAZADA' | 'TIKI';

/** Whose callback an address is. */
export function partnerOf(pathname: string): CallbackPartner {
  return pathname.endsWith('/tiki') ? 'TIKI' : 'LAZADA';
}

/** What the partner's redirect brought. */
export type Redirect =
  | { readonly kind: 'code'; readonly code: string; readonly state: string | null }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** Why a link did not come about; each has its own words and its own way on. */
export type Reason =
  | 'refused'
  | 'expired'
  | 'used'
  | 'mismatch'
  | 'elsewhere'
  | 'otherAccount'
  | 'incomplete'
  | 'unavailable'
  | 'notOffered'
  | 'other';

/** Reads the redirect's query. Nothing of its text is ever shown. */
export function readRedirect(search: string): Redirect {
  const params = new URLSearchParams(search);
  const error = params.get('error');
  if (error !== null) {
    if (error === 'access_denied') return { kind: 'failed', reason: 'refused' };
    const passing = error === 'temporarily_unavailable' || error === 'server_error';
    return { kind: 'failed', reason: passing ? 'unavailable' : 'other' };
  }
  const code = params.get('code');
  if (!code) return { kind: 'failed', reason: 'incomplete' };
  return { kind: 'code', code, state: params.get('state') };
}

const reasons: ReadonlyMap<string, Reason> = new Map([
  ['state_expired', 'expired'],
  ['code_refused', 'expired'],
  ['state_used', 'used'],
  ['state_mismatch', 'mismatch'],
  ['shop_linked_elsewhere', 'elsewhere'],
  ['other_account', 'otherAccount'],
  ['unavailable_partner', 'notOffered'],
]);

/** The reason in a failed call's stable code. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiFailure)) return 'other';
  const known = reasons.get(error.code);
  if (known) return known;
  return error.status === 0 || error.status >= 500 || error.status === 429
    ? 'unavailable'
    : 'other';
}
