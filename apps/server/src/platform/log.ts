import { pino, type Logger, type LoggerOptions } from 'pino';
import { traceLogFields } from './telemetry/tracing.ts';

export type Log = Logger;

/**
 * JSON lines on standard output. What could hold a secret is cut out by name, wherever it stands. Errors go under
 * `err`: only what describes them is kept, because drivers hang whole connections on theirs.
 */
export function createLog(level: string): Log {
  return pino(logOptions(level));
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    mixin: traceLogFields,
    // The second for whoever slips: an error without a serializer is written as {}.
    serializers: { err: serializeError, error: serializeError },
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.accessToken',
        '*.refreshToken',
        '*.access_token',
        '*.refresh_token',
        '*.password',
        'query.code',
        'body.code',
        '*.secret',
      ],
      censor: '[secret]',
    },
  };
}

function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  };
}
