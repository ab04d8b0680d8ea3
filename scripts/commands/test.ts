import { runCommand } from '../running/command.ts';
import { whenToEnd } from '../running/ending.ts';
import { sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runSteps } from '../testing/step.ts';
import { browserTests, databaseTests, journeys, unitTests } from '../testing/suites.ts';
import { chooseSteps } from '../testing/choice.ts';

const all = [...sourceChecks, unitTests, databaseTests, browserTests, sizeCheck, journeys];

await runCommand(() =>
  runSteps(chooseSteps(all, process.argv.slice(2)), whenToEnd(), (text) =>
    process.stdout.write(text),
  ),
);
