/** What Google's redirect brought. */
export type Redirect =
  | { readonly kind: 'answer'; readonly body: Readonly<Record<string, string>> }
  | { readonly kind: 'nothing' };

/** Why a Google login did not come about; each has its own words. */
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
  | {
      readonly kind: 'failed';
      readonly reason: Reason;
      /** The login screen that the person came from; null when it is over. */
      readonly signIn: string | null;
      readonly reference: string | null;
    };

/** Reads the redirect's query. Nothing of its text is ever shown. */
export function readRedirect(search: string): Redirect {
  const params = new URLSearchParams(search);
  const given = ['state', 'code', 'error'].flatMap((name) => {
    const value = params.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  const body: Record<string, string> = Object.fromEntries(given);
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

/** An address of the identity provider; null for anything else. */
function addressAt(origin: string, value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return new URL(value).origin === new URL(origin).origin ? value : null;
}

/** The server asks Google within this time, or says that it could not. */
const longestWait = 30_000;

/**
 * Hands what the redirect brought to the identity provider, which alone can exchange it. Never rejects. Not tried
 * again by itself: a state works once.
 */
export async function handOver(
  body: Readonly<Record<string, string>>,
  environment: { readonly origin: string; readonly language: string; readonly fetch: typeof fetch },
): Promise<Outcome> {
  const { origin, language } = environment;
  const failed = (reason: Reason, answer: Fields = {}): Outcome => {
    const details = isFields(answer['details']) ? answer['details'] : {};
    const reference = answer['requestId'];
    return {
      kind: 'failed',
      reason,
      signIn: addressAt(origin, details['signIn']),
      reference: typeof reference === 'string' ? reference : null,
    };
  };
  try {
    const response = await environment.fetch(`${origin}/oauth/google/callback`, {
      method: 'POST',
      // The cookie of the browser that began the login proves that it is this one.
      credentials: 'include',
      headers: {
        accept: 'application/json',
        'accept-language': language,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(longestWait),
    });
    const answer: unknown = await response.json();
    const fields = isFields(answer) ? answer : {};
    if (!response.ok) return failed(reasons.get(fields['error']) ?? 'unavailable', fields);
    const to = addressAt(origin, fields['redirectTo']);
    return to === null ? failed('unavailable', fields) : { kind: 'onward', to };
  } catch {
    return failed('offline');
  }
}
