/** The outcome of one attempt to sign in, ready to be shown. */
export type Outcome =
  | { readonly kind: 'signed-in'; readonly to: string }
  | {
      readonly kind: 'failed';
      readonly code:
        | 'invalid_credentials'
        | 'rate_limited'
        | 'interaction_expired'
        | 'validation'
        | 'unavailable';
      readonly retryAfterSeconds: number | null;
    };

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly remember: boolean;
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const failed = (
  code: Extract<Outcome, { kind: 'failed' }>['code'],
  retryAfterSeconds: number | null = null,
): Outcome => ({ kind: 'failed', code, retryAfterSeconds });

/** Where the server sends us on; null unless it is an address that a browser may be sent to. */
function safeAddress(value: unknown, here: string): string | null {
  if (typeof value !== 'string') return null;
  try {
    const url = new URL(value, here);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** A login waits this long for its answer; the server hashes for some tenths of a second. */
const longestWait = 30_000;

/**
 * Posts the form as JSON to the address that the form itself carries. Never rejects: what went wrong
 * is in the outcome. It is not tried again by itself, because each attempt counts.
 */
export async function submitLogin(
  action: string,
  credentials: Credentials,
  environment: { fetch: typeof fetch; here: string } = {
    fetch: (input, init) => fetch(input, init),
    here: location.href,
  },
): Promise<Outcome> {
  try {
    const response = await environment.fetch(action, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(credentials),
      signal: AbortSignal.timeout(longestWait),
    });
    const answer: unknown = await response.json();
    const body = isFields(answer) ? answer : {};
    if (response.ok) {
      const to = safeAddress(body['redirectTo'], environment.here);
      return to === null ? failed('unavailable') : { kind: 'signed-in', to };
    }
    const details = isFields(body['details']) ? body['details'] : {};
    const seconds = details['retryAfterSeconds'];
    switch (body['error']) {
      case 'invalid_credentials':
        return failed('invalid_credentials');
      case 'interaction_expired':
        return failed('interaction_expired');
      case 'validation':
        return failed('validation');
      case 'rate_limited':
        return failed('rate_limited', typeof seconds === 'number' ? Math.ceil(seconds) : null);
      default:
        return failed(response.status === 429 ? 'rate_limited' : 'unavailable');
    }
  } catch {
    return failed('unavailable');
  }
}
