import { SetupFailure } from '../setup/setup-failure.mjs';

/** Runs a command and leaves with its exit code; a known failure is one sentence and code 1. */
export async function runCommand(command: () => Promise<number>): Promise<never> {
  try {
    process.exit(await command());
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
