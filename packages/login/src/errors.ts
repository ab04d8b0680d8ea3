import * as messages from './messages.ts';

/**
 * Error codes of the provider. Other codes that require user interaction (consent, account selection)
 * become `login_required`; unknown codes become `server_error`.
 */
export type ProviderErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'login_required';

/** @see RFC 6749, sections 4.1.2.1 and 5.2; OpenID Connect Core 1.0, section 3.1.2.6 */
const providerErrorCodes: readonly ProviderErrorCode[] = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'login_required',
];

/** All error codes: the provider's, and those of the library's own checks. */
export type LoginErrorCode =
  | ProviderErrorCode
  | 'invalid_config'
  | 'insecure_context'
  | 'network'
  | 'timeout'
  | 'http_status'
  | 'metadata_issuer'
  | 'metadata_invalid'
  | 'invalid_state'
  | 'state_mismatch'
  | 'response_issuer_mismatch'
  | 'response_issuer_missing'
  | 'invalid_response'
  | 'missing_code'
  | 'invalid_token_response'
  | 'nonce_mismatch'
  | 'nonce_missing'
  | 'id_token_malformed'
  | 'id_token_missing'
  | 'id_token_type'
  | 'id_token_issuer'
  | 'id_token_audience'
  | 'id_token_authorized_party'
  | 'id_token_subject'
  | 'id_token_expired'
  | 'id_token_issued_in_future'
  | 'id_token_not_yet_valid'
  | 'id_token_access_token_hash'
  | 'id_token_algorithm'
  | 'id_token_unsigned'
  | 'id_token_key'
  | 'id_token_signature'
  | 'id_token_changed'
  | 'missing_refresh_token'
  | 'lock_timeout'
  | 'frame_timeout'
  | 'silent_exchange'
  | 'already_logged_out'
  | 'unauthorized';

/** Details of a failure: names and numbers only, never a token, code or verifier. */
export interface ErrorCause {
  /** The provider's error code. */
  readonly error?: string;
  /** HTTP status of the response. */
  readonly status?: number;
  /** The invalid field, or the name of a network error. */
  readonly reason?: string;
  /** Error code of a failed silent login. */
  readonly code?: LoginErrorCode;
}

/** Error of every failure of the library. `message` is fixed text; `code` is stable. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  /** Stable error code for program logic. */
  declare readonly code: LoginErrorCode;
  /** Whether the same call can succeed later without user interaction. */
  declare readonly retryable: boolean;
  /** Details without secrets. */
  declare readonly cause: ErrorCause | undefined;

  constructor(code: LoginErrorCode, message: string, cause?: ErrorCause, retryable = false) {
    super(message);
    this.code = code;
    this.retryable = retryable;
    this.cause = cause;
  }
}

/** Creates the error for a provider's error code. The provider's own text is never used. */
export function providerError(errorCode: string): LoginError {
  const fallbackCode = errorCode.endsWith('_required') ? 'login_required' : 'server_error';
  const code = providerErrorCodes.find((each) => each === errorCode) ?? fallbackCode;
  // RFC 6749 codes are short tokens. Anything else could be text that an attacker wants displayed.
  const cause = { error: /^[\w.-]{1,64}$/.test(errorCode) ? errorCode : 'unreadable' };
  const retryable = code === 'temporarily_unavailable' || code === 'server_error';
  return new LoginError(code, `The sign-in service reported ${code}`, cause, retryable);
}

/** Creates the error for an HTTP status that is a failure. `http_status` is retryable for 408, 429 and 5xx. */
export function httpError(status: number): LoginError {
  const retryable = status >= 500 || status === 429 || status === 408;
  return new LoginError('http_status', messages.httpStatus(status), { status }, retryable);
}

/** Creates the error for a request without a response: `timeout` or `network`. Returns a `LoginError` unchanged. */
export function networkError(failure: unknown): LoginError {
  if (failure instanceof LoginError) return failure;
  const name = failure instanceof Error ? failure.name : 'Error';
  const code = name === 'TimeoutError' ? 'timeout' : 'network';
  return new LoginError(code, 'The sign-in service is not available', { reason: name }, true);
}
