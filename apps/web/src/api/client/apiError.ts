/** Statuses about the input: invalid, unknown, in conflict, gone, too large. */
const formErrorStatuses = [400, 404, 409, 410, 413, 422] as const;
export type FormErrorStatus = (typeof formErrorStatuses)[number];

export const isFormErrorStatus = (status: number): status is FormErrorStatus =>
  formErrorStatuses.some((each) => each === status);

/** Statuses of a record that does not exist. A malformed identifier, which is a 400, cannot exist either. */
export const missingRecordStatuses: readonly FormErrorStatus[] = [400, 404];

/** The error of a failed call. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The server's stable error code, such as `validation` or `state_expired`; empty if it sent none. */
  readonly code: string;
  /** The server's message in the user's language; null if it sent none. */
  readonly serverMessage: string | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, body: unknown, cause?: unknown) {
    const fields = isRecord(body) ? body : {};
    const text = (name: string) => {
      const value = fields[name];
      return typeof value === 'string' && value.trim() !== '' ? value : null;
    };
    super(text('message') ?? `HTTP status ${status}`, cause === undefined ? {} : { cause });
    this.status = status;
    this.code = text('error') ?? '';
    this.serverMessage = text('message');
    this.requestId = text('requestId');
    this.details = isRecord(fields['details']) ? fields['details'] : {};
  }

  /** Whether the server refused the request for good: timeouts, rate limits and server errors pass. */
  get isFinal(): boolean {
    const { status } = this;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }

  /** Returns the server's message about a form field, or null. */
  detail(name: string): string | null {
    const value = this.details[name];
    return typeof value === 'string' ? value : null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
