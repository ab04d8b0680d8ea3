import { runCommand } from '../running/run-command.ts';
import { shutdownSignal } from '../running/shutdown.ts';
import { lintCheck, sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runSteps, selectSteps } from '../testing/step.ts';
import { createDeploymentStep } from '../testing/deployment.ts';
import {
  browserTests,
  databaseTests,
  firefoxTests,
  journeys,
  unitTests,
} from '../testing/suites.ts';

/** The slowest steps come first. All but the tests with the database and the journeys run in the background. */
const all = [
  sizeCheck,
  databaseTests,
  browserTests,
  journeys,
  ...sourceChecks,
  unitTests,
  firefoxTests,
  createDeploymentStep(),
  lintCheck,
];
/** Each suite waits for the programs that it starts, so it takes four of them to keep two cores busy. */
const concurrency = 4;

await runCommand(() => {
  const chosen = selectSteps(all, process.argv.slice(2));
  const write = (text: string) => void process.stdout.write(text);
  return runSteps(chosen, shutdownSignal(), write, Math.min(chosen.length, concurrency));
});
