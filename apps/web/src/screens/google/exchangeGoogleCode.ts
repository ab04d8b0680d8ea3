import { ApiError } from '../../api/client/apiError.ts';
import type { IdentityClient } from '../../api/client/identityClient.ts';

/** The parsed parameters of Google's redirect. */
export type Redirect =
  | { readonly kind: 'answer'; readonly body: Readonly<Record<string, string>> }
  | { readonly kind: 'nothing' };

/** Why a Google login failed; each reason has its own message. */
export type Reason =
  | 'nothing'
  | 'state'
  | 'expired'
  | 'refused'
  | 'unverified'
  | 'closed'
  | 'unavailable'
  | 'offline';

export type Outcome =
  | { readonly kind: 'onward'; readonly to: string }
  /** The shared error handler has led to /403. */
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'failed';
      readonly reason: Reason;
      /** Address of the login screen that started the login; null if that login is over. */
      readonly signIn: string | null;
      readonly reference: string | null;
    };

/** Parses the redirect's query. Its text is never displayed. */
export function parseGoogleRedirect(search: string): Redirect {
  const params = new URLSearchParams(search);
  const entries = ['state', 'code', 'error'].flatMap((name) => {
    const value = params.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const body: Record<string, string> = Object.fromEntries(entries);
  const complete = 'state' in body && ('code' in body || 'error' in body);
  return complete ? { kind: 'answer', body } : { kind: 'nothing' };
}

const reasons: ReadonlyMap<unknown, Reason> = new Map([
  ['google_state', 'state'],
  ['google_expired', 'expired'],
  ['interaction_expired', 'expired'],
  ['google_refused', 'refused'],
  ['google_email_unverified', 'unverified'],
  ['google_account_closed', 'closed'],
]);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Returns the address if it belongs to the identity provider, or null. */
function parseProviderUrl(origin: string, value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return new URL(value).origin === new URL(origin).origin ? value : null;
}

/** The server responds within this time, even if Google does not. */
const maxWaitMs = 30_000;

/** The parts of the session that the exchange needs. */
export interface GoogleExchangeDependencies {
  readonly identity: IdentityClient;
  /** Exchanges Google's access token for the credential (`POST /auth/google_login`). */
  readonly enterWithGoogle: (accessToken: string) => Promise<void>;
}

/**
 * Sends the parameters of the redirect to the identity provider, which alone can exchange the code. Then completes
 * the login with Google's access token, which is used once and not stored.
 *
 * Never rejects. Does not retry, because a state works only once.
 */
export async function exchangeGoogleCode(
  body: Readonly<Record<string, string>>,
  { identity, enterWithGoogle }: GoogleExchangeDependencies,
): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(maxWaitMs);
    // The cookie proves that this browser started the login.
    const input = { body, signal, proof: 'cookie' } as const;
    const responseBody = await identity.call('POST', '/oauth/google/callback', input);
    const fields = isFields(responseBody) ? responseBody : {};
    const to = parseProviderUrl(identity.origin, fields['redirectTo']);
    if (to === null) return failedOutcome('unavailable');
    const token = fields['accessToken'];
    if (typeof token !== 'string') return { kind: 'onward', to };
    try {
      await enterWithGoogle(token);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return { kind: 'forbidden' };
      // The shared handler reports any other failure. The login continues: the identity session provides a credential
      // too.
    }
    return { kind: 'onward', to };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return failedOutcome('offline');
    const signIn = parseProviderUrl(identity.origin, error.details['signIn']);
    const reason = reasons.get(error.code) ?? 'unavailable';
    return { kind: 'failed', reason, signIn, reference: error.requestId };
  }
}

const failedOutcome = (reason: Reason): Outcome => ({
  kind: 'failed',
  reason,
  signIn: null,
  reference: null,
});
