import { lintCheck, sizeCheck, sourceChecks } from '../testing/checks.ts';
import { runChosenSteps } from '../testing/run-chosen-steps.ts';

/** The linter, which takes longest, uses one core. */
const concurrency = 2;

await runChosenSteps([lintCheck, ...sourceChecks, sizeCheck], concurrency);
