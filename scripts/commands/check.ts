import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { sizeCheck, sourceChecks, wordCheck } from '../testing/checks.ts';
import { selectSteps } from '../testing/choice.ts';
import { runSteps } from '../testing/step.ts';

const chosen = process.argv.slice(2);
const all = [...sourceChecks, sizeCheck, ...(chosen.length > 0 ? [wordCheck] : [])];

await runCommand(() =>
  runSteps(selectSteps(all, chosen), shutdownSignal(), (text) => process.stdout.write(text)),
);
