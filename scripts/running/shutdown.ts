import { Socket } from 'node:net';

/**
 * Aborts when this command has to end: Ctrl-C, a signal, or the end of the process that started it
 * (whose pipe to us closes then, also by kill -9).
 */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  const stream = Number(process.env['LAUNCHER_STREAM']);
  if (stream > 2) {
    const launcherPipe = new Socket({ fd: stream, readable: true, writable: false });
    launcherPipe.on('error', end);
    launcherPipe.on('close', end);
    launcherPipe.resume();
    launcherPipe.unref();
  }
  return controller.signal;
}
