import { SetupFailure } from '../setup/setup-failure.mjs';

/** Runs a command and exits with its code. A known failure prints one sentence and exits with 1. */
export async function runCommand(command: () => Promise<number>): Promise<never> {
  try {
    process.exit(await command());
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
