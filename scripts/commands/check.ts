import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { lintCheck, sizeCheck, sourceChecks } from '../testing/checks.ts';
import { selectSteps, runSteps } from '../testing/step.ts';

const all = [lintCheck, ...sourceChecks, sizeCheck];

await runCommand(() =>
  runSteps(selectSteps(all, process.argv.slice(2)), shutdownSignal(), (text) =>
    process.stdout.write(text),
  ),
);
