import { pageStates, type FormErrorCode } from '../pages.ts';

/** The outcome of one posted form, ready to be shown. */
export type SubmitOutcome =
  /** On to another address: signed in. */
  | { readonly kind: 'onward'; readonly to: string }
  /** The page's next step. */
  | { readonly kind: 'step'; readonly step: 'sent' | 'done' }
  | {
      readonly kind: 'failed';
      readonly code: FormErrorCode | 'unavailable';
      readonly retryAfterSeconds: number | null;
      /** What is wrong with single fields: `required` or `invalid`. */
      readonly fields: Readonly<Record<string, unknown>>;
    };

const errorCodes: readonly string[] = Object.values(pageStates)
  .flat()
  .filter((pageState) => pageState !== 'sent' && pageState !== 'done' && pageState !== 'password');
const isErrorCode = (value: unknown): value is FormErrorCode =>
  typeof value === 'string' && errorCodes.includes(value);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const failedOutcome = (
  code: Extract<SubmitOutcome, { kind: 'failed' }>['code'],
  retryAfterSeconds: number | null = null,
  fields: Fields = {},
): SubmitOutcome => ({ kind: 'failed', code, retryAfterSeconds, fields });

/** Where the server sends us on; null unless it is an address that a browser may be sent to. */
function parseRedirect(value: unknown, here: string): string | null {
  if (typeof value !== 'string') return null;
  try {
    const url = new URL(value, here);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** A form waits this long for its answer; the server hashes for some tenths of a second. */
const submitTimeoutMs = 30_000;

/**
 * Posts a form as JSON to the address that the form itself carries. Never rejects: what went wrong
 * is in the outcome. It is not tried again by itself, because each attempt counts.
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
    const responseBody: unknown = await response.json();
    const body = isFields(responseBody) ? responseBody : {};
    if (response.ok) {
      const { step } = body;
      if (step === 'sent' || step === 'done') return { kind: 'step', step };
      const to = parseRedirect(body['redirectTo'], environment.here);
      return to === null ? failedOutcome('unavailable') : { kind: 'onward', to };
    }
    const details = isFields(body['details']) ? body['details'] : {};
    const seconds = details['retryAfterSeconds'];
    const { error } = body;
    if (error === 'rate_limited') {
      return failedOutcome('rate_limited', typeof seconds === 'number' ? Math.ceil(seconds) : null);
    }
    if (isErrorCode(error))
      return failedOutcome(error, null, error === 'validation' ? details : {});
    return failedOutcome(response.status === 429 ? 'rate_limited' : 'unavailable');
  } catch {
    return failedOutcome('unavailable');
  }
}
