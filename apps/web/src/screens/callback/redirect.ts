import type { CredentialBody } from '@seller-connect/contract';
import {
  callbackPartners,
  callbackPath,
  type CallbackPartner,
} from '../../shops/callbackPartners.ts';
import { ApiError } from '../../api/index.ts';

/** Returns the partner of a callback route by its path in the route table, or null if unknown. */
export function parseCallbackPartner(path: string): CallbackPartner | null {
  return callbackPartners.find((each) => path === callbackPath(each)) ?? null;
}

/** Additional parameters in the redirects of some partners that identify the shop or main account of the code. */
export type Extras = Pick<CredentialBody, 'shop_id' | 'main_account_id'>;

/** The parsed parameters of a partner's redirect. */
export type Redirect =
  | {
      readonly kind: 'code';
      readonly code: string;
      readonly state: string | null;
      readonly extras: Extras;
    }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** Why linking failed; each reason has its own message and next step. */
export type Reason =
  | 'refused'
  | 'expired'
  | 'used'
  | 'mismatch'
  | 'elsewhere'
  | 'otherAccount'
  | 'incomplete'
  | 'unnamed'
  | 'declined'
  | 'noAccounts'
  | 'unavailable'
  | 'other';

/** Parses the redirect's query. Its text is never displayed. */
export function parseRedirect(search: string): Redirect {
  const params = new URLSearchParams(search);
  const error = params.get('error');
  if (error !== null) {
    // TikTok Shop sends `auth_denied`.
    const isDenied = error === 'access_denied' || error === 'auth_denied';
    if (isDenied) return { kind: 'failed', reason: 'refused' };
    const passing = error === 'temporarily_unavailable' || error === 'server_error';
    return { kind: 'failed', reason: passing ? 'unavailable' : 'other' };
  }
  const code = params.get('code');
  if (!code) return { kind: 'failed', reason: 'incomplete' };
  const extras: Extras = {};
  for (const name of ['shop_id', 'main_account_id'] as const) {
    const value = params.get(name);
    if (value) extras[name] = value;
  }
  return { kind: 'code', code, state: params.get('state'), extras };
}

/** `notOffered`: this installation does not offer the partner, which is explained on a separate screen. */
type ExchangeFailureReason = Reason | 'notOffered';

const reasons: ReadonlyMap<string, ExchangeFailureReason> = new Map([
  ['state_expired', 'expired'],
  ['code_refused', 'expired'],
  ['shop_unnamed', 'unnamed'],
  ['permission_declined', 'declined'],
  ['no_ad_accounts', 'noAccounts'],
  ['state_used', 'used'],
  ['state_mismatch', 'mismatch'],
  ['shop_linked_elsewhere', 'elsewhere'],
  ['other_account', 'otherAccount'],
  ['unavailable_partner', 'notOffered'],
]);

/** Maps the stable error code of a failed call to a reason. */
export function toFailureReason(error: unknown): ExchangeFailureReason {
  if (!(error instanceof ApiError)) return 'other';
  const known = reasons.get(error.code);
  if (known) return known;
  return error.status === 0 || error.status >= 500 || error.status === 429
    ? 'unavailable'
    : 'other';
}
