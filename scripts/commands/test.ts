import { lintCheck, sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runChosenSteps } from '../testing/run-chosen-steps.ts';
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

await runChosenSteps(all, concurrency);
