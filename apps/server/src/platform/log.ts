import { pino, type Logger, type LoggerOptions } from 'pino';
import { traceLogFields } from './telemetry/tracing.ts';

export type Log = Logger;

/**
 * Creates a logger that writes JSON lines to standard output. Fields that may contain a secret are removed by name.
 * Errors belong under `err`; only descriptive fields are logged, because drivers attach whole connections to errors.
 */
export function createLog(level: string): Log {
  return pino(logOptions(level));
}

export function logOptions(level: string): LoggerOptions {
  return {
    level,
    mixin: traceLogFields,
    // `error` covers callers that use the wrong key: without a serializer an error is logged as {}.
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
