import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { sizeCheck, sourceChecks } from '../testing/checks.ts';
import { selectSteps, runSteps } from '../testing/step.ts';

const all = [...sourceChecks, sizeCheck];

await runCommand(() =>
  runSteps(selectSteps(all, process.argv.slice(2)), shutdownSignal(), (text) =>
    process.stdout.write(text),
  ),
);
