/** TikTok Shop's error codes with their messages and HTTP statuses. */

interface Known {
  readonly status: number;
  readonly message: string;
}

const knownErrors: Readonly<Record<string, Known>> = {
  101000: { status: 401, message: 'Access token is invalid.' },
  105001: { status: 401, message: 'Access token is invalid, please check and try again.' },
  105002: { status: 401, message: 'Access token is expired, please refresh it.' },
  105005: { status: 401, message: 'Access denied: you should apply auth pkg for this api.' },
  106001: {
    status: 401,
    message: "Invalid credentials. The 'sign' query parameter is invalid.",
  },
  106013: { status: 400, message: 'The shop_cipher query parameter is missing.' },
  10037002: { status: 500, message: 'Order service is busy, please retry.' },
  10037003: { status: 500, message: 'Order service is busy, please retry.' },
  10037004: { status: 500, message: 'Order service is busy, please retry.' },
  12019028: { status: 400, message: 'Every warehouse of the SKU must be given.' },
  12019045: { status: 400, message: 'The price is locked by a promotion.' },
  12019150: { status: 400, message: 'The product does not exist.' },
  12052180: { status: 400, message: 'The search goes beyond 10,000 rows.' },
  12052990: { status: 400, message: 'The product check failed.' },
  21008111: { status: 400, message: 'The order does not belong to the seller.' },
  36009002: { status: 429, message: 'Too many requests, please try again later.' },
  36009003: { status: 500, message: 'Internal error, please try again.' },
  36009004: { status: 400, message: 'Invalid parameter.' },
  36009007: { status: 504, message: 'The request timed out, please try again.' },
  36009009: { status: 404, message: 'Invalid path.' },
  36009010: { status: 405, message: 'Invalid method.' },
  36009014: { status: 400, message: 'The API version is not available.' },
  36009021: { status: 400, message: 'Invalid file.' },
  36009022: { status: 400, message: 'Invalid file format.' },
  36009023: { status: 400, message: 'Invalid content-type: application/json is required.' },
  36009033: { status: 403, message: 'The IP address is not on the allow list of the app.' },
  36009043: { status: 403, message: 'The shop is disabled.' },
  36009044: { status: 403, message: 'The seller is disabled.' },
};

export const rateLimitCode = 36_009_002;
const internalErrorCode = 36_009_003;

/** Codes for an invalid access token. TikTok does not document their HTTP status. */
const tokenCodes = new Set([101000, 105001, 105002]);

/** A response with a code other than 0. */
export class TiktokError extends Error {
  override readonly name = 'TiktokError';
  readonly code: number;

  constructor(code: number, message?: string) {
    super(message ?? knownErrors[code]?.message ?? 'Unknown error.');
    this.code = code;
  }

  /** @param tokenStatus the HTTP status for an invalid access token */
  status(tokenStatus: number): number {
    return tokenCodes.has(this.code) ? tokenStatus : (knownErrors[this.code]?.status ?? 400);
  }
}

/** Returns the error of an `api_error` fault: an internal error, unless the fault has a number as its code. */
export function apiErrorOf({ code }: { readonly code?: string }): TiktokError {
  const number = Number(code ?? internalErrorCode);
  return new TiktokError(Number.isSafeInteger(number) ? number : internalErrorCode);
}

/** A response of the token endpoint with a code other than 0. Its HTTP status is always 200. */
export class TiktokTokenError extends Error {
  override readonly name = 'TiktokTokenError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
