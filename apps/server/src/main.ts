// First, because a library prints while it loads.
import './platform/process/runtime-warning.ts';
import { loadConfiguration } from './platform/config/configuration.ts';
import { stopOnUncaughtError } from './platform/process/uncaught-errors.ts';
import { createLog } from './platform/log.ts';
import { startProgram } from './program/start-program.ts';
import { startupErrorMessage } from './program/startup-errors.ts';

/** Exit code of an internal fault (EX_SOFTWARE of sysexits.h). A start that an operator can fix exits with 1. */
const internalErrorExitCode = 70;
const stopTimeoutMs = 15_000;

async function main(): Promise<void> {
  const configuration = loadConfiguration(process.env);
  const log = createLog(configuration.LOG_LEVEL);
  const stopping = new AbortController();
  const starting = startProgram(configuration, log, {
    signal: stopping.signal,
    onUnusable(error) {
      log.error({ event: 'database.schema_too_new', err: error }, error.message);
      process.stderr.write(`${error.message}\n`);
      void stop('schema', 1);
    },
  });

  const stop = async (signal: string, exitCode = 0) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ event: 'process.stopping', signal }, 'Process is stopping');
    // A stop that hangs must not hold a port or a lock forever.
    setTimeout(() => process.exit(exitCode || 1), stopTimeoutMs).unref();
    // A start that ends here has closed what it had opened.
    const program = await starting.catch(() => null);
    await program?.stop();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  stopOnUncaughtError(process, log, () => stop('fault', internalErrorExitCode));

  try {
    await starting;
  } catch (error) {
    if (stopping.signal.aborted) return;
    throw error;
  }
  log.info(
    { event: 'process.started', roles: [...configuration.roles], origin: configuration.appOrigin },
    'Process has started',
  );
}

main().catch((error: unknown) => {
  const sentence = startupErrorMessage(error);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? `The server could not start: ${text}`}\n`);
  process.exit(sentence ? 1 : internalErrorExitCode);
});
