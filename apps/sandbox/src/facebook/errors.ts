/** Errors in Graph's envelope. */
import { randomBytes } from 'node:crypto';

export interface GraphErrorFields {
  readonly code: number;
  readonly message: string;
  readonly type?: string;
  readonly subcode?: number;
  /** HTTP status; defaults to 400. */
  readonly status?: number;
  readonly transient?: boolean;
}

export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly fault: GraphErrorFields;

  constructor(fault: GraphErrorFields) {
    super(fault.message);
    this.fault = fault;
  }

  get status(): number {
    return this.fault.status ?? 400;
  }

  body(): Readonly<Record<string, unknown>> {
    const { code, message, subcode, transient, type = 'OAuthException' } = this.fault;
    return {
      error: {
        message,
        type,
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        ...(transient === undefined ? {} : { is_transient: transient }),
        fbtrace_id: randomBytes(9).toString('base64url'),
      },
    };
  }
}

export function invalidParameter(message: string, subcode?: number): GraphError {
  return new GraphError({
    code: 100,
    message: `(#100) ${message}`,
    ...(subcode !== undefined && { subcode }),
  });
}

export function objectNotFound(id: string): GraphError {
  return new GraphError({
    code: 100,
    subcode: 33,
    type: 'GraphMethodException',
    message: `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  });
}

export function tokenError(subcode: number, message: string): GraphError {
  return new GraphError({
    code: 190,
    subcode,
    message: `Error validating access token: ${message}`,
    status: 401,
  });
}

const messages: Readonly<Record<number, string>> = {
  1: 'An unknown error occurred',
  2: 'An unexpected error has occurred. Please retry your request later.',
  4: '(#4) Application request limit reached',
  10: '(#10) Application does not have permission for this action',
  17: '(#17) User request limit reached',
  100: '(#100) Invalid parameter',
  190: 'Error validating access token: The session has been invalidated',
  200: '(#200) Ad account owner has NOT grant ads_management or ads_read permission',
  368: 'The action attempted has been deemed abusive or is otherwise disallowed',
  613: '(#613) Calls to this api have exceeded the rate limit.',
  2635: '(#2635) You are calling a deprecated version of the Ads API.',
  80000: '(#80000) There have been too many calls from this ad-account. Wait a bit and try again.',
  80004: '(#80004) There have been too many calls to this ad-account. Wait a bit and try again.',
};

/** Returns an error injected by a fault: `code` or `code/subcode`. */
export function injectedError(text: string): GraphError {
  const [code = 2, subcode] = text.split('/').map(Number);
  return new GraphError({
    code,
    ...(subcode === undefined ? {} : { subcode }),
    message: messages[code] ?? `(#${code}) The request was refused`,
    status: code === 1 || code === 2 ? 500 : 400,
  });
}
