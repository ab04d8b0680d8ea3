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
  const pipeFd = Number(process.env['LAUNCHER_STREAM']);
  // Programs that this one starts have another file, or none, under that number.
  delete process.env['LAUNCHER_STREAM'];
  if (pipeFd > 2) {
    const pipe = new Socket({ fd: pipeFd, readable: true, writable: false });
    pipe.on('error', end);
    pipe.on('close', end);
    pipe.resume();
    pipe.unref();
  }
  return controller.signal;
}
