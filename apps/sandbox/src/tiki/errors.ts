/** Errors in the formats of Tiki's token endpoint and API. */

/** An error of the token endpoint. */
export class TikiTokenError extends Error {
  override readonly name = 'TikiTokenError';
  readonly error: string;
  readonly status: number;

  constructor(error: string, description: string, status = 400) {
    super(description);
    this.error = error;
    this.status = status;
  }

  body(): Readonly<Record<string, unknown>> {
    return { error: this.error, error_description: this.message, status_code: this.status };
  }
}

const messages: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The access token is missing, expired or not linked to a seller',
  403: 'The application has no permission for this resource',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'The service is under maintenance',
};

/** An error of the API: an HTTP status and a message. */
export class TikiError extends Error {
  override readonly name = 'TikiError';
  readonly status: number;

  constructor(status: number, message?: string) {
    super(message ?? messages[status] ?? 'The request failed');
    this.status = status;
  }

  body(): Readonly<Record<string, unknown>> {
    return { errors: [this.message] };
  }
}
