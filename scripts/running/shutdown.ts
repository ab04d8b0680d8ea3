import { Socket } from 'node:net';

/**
 * Returns a signal that is aborted when this command must end: on Ctrl-C, a signal, or the exit of the parent process,
 * which closes a pipe to this process, even on kill -9.
 */
export function shutdownSignal(): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort();
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  process.on('SIGHUP', end);
  const stream = Number(process.env['LAUNCHER_STREAM']);
  // Programs that this one starts have another file, or none, under that number.
  delete process.env['LAUNCHER_STREAM'];
  if (stream > 2) {
    const launcherPipe = new Socket({ fd: stream, readable: true, writable: false });
    launcherPipe.on('error', end);
    launcherPipe.on('close', end);
    launcherPipe.resume();
    launcherPipe.unref();
  }
  return controller.signal;
}
