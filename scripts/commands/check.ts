import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { lintCheck, sizeCheck, sourceChecks } from '../testing/checks.ts';
import { selectSteps, runSteps } from '../testing/step.ts';

const all = [lintCheck, ...sourceChecks, sizeCheck];

/** The linter, which takes longest, uses one core. */
const concurrency = 2;

await runCommand(() => {
  const chosen = selectSteps(all, process.argv.slice(2));
  const write = (text: string) => void process.stdout.write(text);
  return runSteps(chosen, shutdownSignal(), write, Math.min(chosen.length, concurrency));
});
