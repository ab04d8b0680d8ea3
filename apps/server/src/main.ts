import { loadConfiguration } from './platform/config/configuration.ts';
import { stopOnFault } from './platform/uncaught-errors.ts';
import { createLog } from './platform/log.ts';
import { startProgram, type Program } from './wire.ts';
import { sentenceFor } from './startup-errors.ts';

/** What could not be mended by the person who starts it exits with 70 (an internal fault), the rest with 1. */
const internalFault = 70;
const stopWithinMs = 15_000;

async function main(): Promise<void> {
  const configuration = loadConfiguration(process.env);
  const log = createLog(configuration.LOG_LEVEL);
  let program: Program | null = null;
  let stopping = false;

  const stop = async (signal: string, exitCode = 0) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    // A stop that hangs must not keep a port or a lock for ever.
    setTimeout(() => process.exit(exitCode || 1), stopWithinMs).unref();
    await program?.stop();
    process.exit(exitCode);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  stopOnFault(process, log, () => stop('fault', internalFault));

  program = await startProgram(configuration, log);
  log.info({ roles: [...configuration.roles], origin: configuration.appOrigin }, 'started');
}

main().catch((error: unknown) => {
  const sentence = sentenceFor(error);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? `The server could not start: ${text}`}\n`);
  process.exit(sentence ? 1 : internalFault);
});
