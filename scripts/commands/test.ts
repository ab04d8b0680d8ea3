import { runCommand } from '../running/run-command.ts';
import { whenToEnd } from '../running/shutdown.ts';
import { sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runSteps } from '../testing/step.ts';
import {
  browserTests,
  databaseTests,
  firefoxTests,
  journeys,
  unitTests,
} from '../testing/suites.ts';
import { chooseSteps } from '../testing/choice.ts';

/** What takes the longest begins first, so that nothing long runs alone at the end. */
const all = [
  sizeCheck,
  journeys,
  databaseTests,
  browserTests,
  firefoxTests,
  unitTests,
  ...sourceChecks,
];
/** Each suite waits for programs that it has started: two of them keep two cores busy. */
const sideBySide = 2;

await runCommand(() => {
  const chosen = chooseSteps(all, process.argv.slice(2));
  const write = (text: string) => void process.stdout.write(text);
  return runSteps(chosen, whenToEnd(), write, Math.min(chosen.length, sideBySide));
});
