import type { EventEmitter } from 'node:events';
import type { Log } from '../log.ts';

/**
 * Shuts the process down after an uncaught error. Its state may be inconsistent, so it starts no new work, and other
 * processes acquire its leases. Further errors during the shutdown are logged.
 */
export function stopOnUncaughtError(
  process: Pick<EventEmitter, 'on'>,
  log: Pick<Log, 'fatal'>,
  stop: () => Promise<void>,
): void {
  const stopAfter = async (event: string, error: unknown) => {
    log.fatal({ err: error, event }, 'Process stops after an uncaught error');
    try {
      await stop();
    } catch (reason) {
      log.fatal({ err: reason, event: 'process.stop_failed' }, 'Process did not stop in order');
    }
  };
  process.on(
    'uncaughtException',
    (error: unknown) => void stopAfter('process.uncaughtException', error),
  );
  process.on(
    'unhandledRejection',
    (error: unknown) => void stopAfter('process.unhandledRejection', error),
  );
}
