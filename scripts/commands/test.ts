import { runCommand } from '../running/command.ts';
import { whenToEnd } from '../running/ending.ts';
import { sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runSteps } from '../testing/step.ts';
import { browserTests, databaseTests, journeys, unitTests } from '../testing/suites.ts';
import { chooseSteps } from '../testing/choice.ts';

/** The journeys, which take the longest, begin as soon as there is something to build the web from. */
const all = [sizeCheck, journeys, ...sourceChecks, unitTests, databaseTests, browserTests];
/** Each suite waits for programs that it has started: two of them keep two cores busy. */
const sideBySide = 2;

await runCommand(() => {
  const chosen = chooseSteps(all, process.argv.slice(2));
  const write = (text: string) => void process.stdout.write(text);
  return runSteps(chosen, whenToEnd(), write, Math.min(chosen.length, sideBySide));
});
