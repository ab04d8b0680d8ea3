import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { runSteps, selectSteps, type Step } from './step.ts';

/** Runs the steps that the command line names, or all, and exits with 0 if nothing failed. */
export function runChosenSteps(all: Step[], concurrency: number): Promise<never> {
  return runCommand(() => {
    const chosen = selectSteps(all, process.argv.slice(2));
    const write = (text: string) => void process.stdout.write(text);
    // The output of a single step is shown as it is printed.
    return runSteps(chosen, shutdownSignal(), write, Math.min(chosen.length, concurrency));
  });
}
