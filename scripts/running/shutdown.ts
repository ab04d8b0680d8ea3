import { Socket } from 'node:net';

/**
 * Aborts when this command has to end: Ctrl-C, a signal, or the end of the process that started it
 * (whose pipe to us closes then, also by kill -9).
 */
export function whenToEnd(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  const stream = Number(process.env['LAUNCHER_STREAM']);
  if (stream > 2) {
    const above = new Socket({ fd: stream, readable: true, writable: false });
    above.on('error', end);
    above.on('close', end);
    above.resume();
    above.unref();
  }
  return ending.signal;
}
