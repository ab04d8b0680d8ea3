import type { EventEmitter } from 'node:events';
import type { Log } from './log.ts';

/**
 * Ends the process in order after a failure that nobody handled: what is under way may be half done, so nothing new
 * begins, and others take over its leases. Further failures while it stops are logged.
 */
export function stopOnUncaughtError(
  process: Pick<EventEmitter, 'on'>,
  log: Pick<Log, 'fatal'>,
  stop: () => Promise<void>,
): void {
  const stopAfter = async (event: string, error: unknown) => {
    log.fatal({ err: error, event }, 'The process stops after a failure');
    try {
      await stop();
    } catch (reason) {
      log.fatal({ err: reason, event: 'process.stop_failed' }, 'The process did not stop in order');
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
