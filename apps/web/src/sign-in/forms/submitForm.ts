import { pageStates } from '@seller-connect/contract/login-pages';
import { isFormError, type FormErrorCode } from '../pages.ts';

/** `unavailable`: no response. `server_error`: a response that is no answer to the form. */
export type ServerFailure = 'unavailable' | 'server_error';

/** The outcome of a submitted form. */
export type SubmitOutcome =
  /** Navigates to another URL: signed in. */
  | { readonly kind: 'onward'; readonly to: string }
  /** Shows the next step of the page. */
  | { readonly kind: 'step'; readonly step: 'sent' | 'done' }
  | {
      readonly kind: 'failed';
      readonly code: FormErrorCode | ServerFailure;
      readonly retryAfterSeconds: number | null;
      /** Field errors: `required` or `invalid`. */
      readonly fields: Readonly<Record<string, unknown>>;
    };

const errorCodes: readonly string[] = Object.values(pageStates).flat().filter(isFormError);
const isErrorCode = (value: unknown): value is FormErrorCode =>
  typeof value === 'string' && errorCodes.includes(value);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const failedOutcome = (
  code: Extract<SubmitOutcome, { kind: 'failed' }>['code'],
  retryAfterSeconds: number | null = null,
  fields: Fields = {},
): SubmitOutcome => ({ kind: 'failed', code, retryAfterSeconds, fields });

/** Returns the server's redirect URL, or null if it is not safe to navigate to. */
function parseRedirect(value: unknown, here: string): string | null {
  if (typeof value !== 'string') return null;
  try {
    const url = new URL(value, here);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Timeout in milliseconds; the server spends some tenths of a second on hashing. */
const submitTimeoutMs = 30_000;

/**
 * Posts a form as JSON to its action URL. Never rejects: failures are part of the outcome. There is no
 * automatic retry, because attempts are rate limited.
 */
export async function submitForm(
  action: string,
  values: Readonly<Record<string, string | boolean>>,
  environment: { fetch: typeof fetch; here: string } = {
    fetch: (input, init) => fetch(input, init),
    here: location.href,
  },
): Promise<SubmitOutcome> {
  try {
    const response = await environment.fetch(action, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(submitTimeoutMs),
    });
    const responseBody: unknown = await response.json().catch(() => null);
    const body = isFields(responseBody) ? responseBody : {};
    if (response.ok) {
      const { step } = body;
      if (step === 'sent' || step === 'done') return { kind: 'step', step };
      const to = parseRedirect(body['redirectTo'], environment.here);
      return to === null ? failedOutcome('server_error') : { kind: 'onward', to };
    }
    const details = isFields(body['details']) ? body['details'] : {};
    const seconds = details['retryAfterSeconds'];
    const { error } = body;
    if (error === 'rate_limited') {
      return failedOutcome('rate_limited', typeof seconds === 'number' ? Math.ceil(seconds) : null);
    }
    if (isErrorCode(error))
      return failedOutcome(error, null, error === 'validation' ? details : {});
    return failedOutcome(response.status === 429 ? 'rate_limited' : 'server_error');
  } catch {
    return failedOutcome('unavailable');
  }
}
