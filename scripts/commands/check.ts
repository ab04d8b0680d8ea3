import { runCommand } from '../running/run-command.ts';
import { whenToEnd } from '../running/shutdown.ts';
import { sizeCheck, sourceChecks } from '../testing/checks.ts';
import { chooseSteps } from '../testing/choice.ts';
import { runSteps } from '../testing/step.ts';

const all = [...sourceChecks, sizeCheck];

await runCommand(() =>
  runSteps(chooseSteps(all, process.argv.slice(2)), whenToEnd(), (text) =>
    process.stdout.write(text),
  ),
);
