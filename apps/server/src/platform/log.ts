import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on standard output. What could hold a secret is cut out by name, wherever it stands. */
export function createLog(level: string): Log {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.accessToken',
        '*.refreshToken',
        '*.access_token',
        '*.refresh_token',
        '*.password',
        '*.code',
        '*.secret',
      ],
      censor: '[secret]',
    },
  });
}
