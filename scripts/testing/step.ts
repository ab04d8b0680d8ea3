import { SetupFailure } from '../setup/setup-failure.mjs';

/** Result of one step of the tests. */
export interface StepResult {
  passed: number;
  failed: number;
  /** Suites, and parts of tests, that cannot run on this machine. */
  skipped?: number;
}

/** Receives the output of a step. */
export type WriteOutput = (text: string) => void;

/** One part of `npm test`. A check that is not a test counts as one. */
export interface Step {
  /** Selects the step: `npm test -- unit`. */
  key: string;
  title: string;
  run(ending: AbortSignal, show: WriteOutput): Promise<StepResult>;
}

/** Creates a step of a single check. */
export function checkStep(
  key: string,
  title: string,
  check: (ending: AbortSignal, show: WriteOutput) => Promise<{ ok: boolean }>,
): Step {
  return {
    key,
    title,
    async run(ending, show) {
      const { ok } = await check(ending, show);
      return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

/** Returns the steps with these keys, or all steps without keys. */
export function selectSteps(all: Step[], keys: string[]): Step[] {
  const knownKeys = all.map((step) => step.key);
  const unknown = keys.find((key) => !knownKeys.includes(key));
  if (unknown !== undefined) {
    throw new SetupFailure(`There is no step "${unknown}"; the steps are ${knownKeys.join(', ')}.`);
  }
  return keys.length === 0 ? all : all.filter((step) => keys.includes(step.key));
}

/**
 * Runs all steps in order, `concurrency` at a time, even if some fail, and prints the totals as the last line. The
 * output of concurrent steps is printed when each step ends; otherwise it is printed immediately.
 * @returns the exit code: 0 only if something ran and nothing failed
 */
export async function runSteps(
  steps: Step[],
  ending: AbortSignal,
  write: WriteOutput,
  concurrency = 1,
): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...steps];
  const runNext = async (): Promise<void> => {
    const step = waiting.shift();
    if (step === undefined || ending.aborted) return;
    const { passed, failed, skipped = 0 } = await runOne(step, ending, write, concurrency > 1);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    await runNext();
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
  if (ending.aborted) total.failed += 1;
  write(`\n${formatCounts(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function formatCounts({ passed, failed, skipped = 0 }: StepResult): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runOne(step: Step, ending: AbortSignal, write: WriteOutput, isBuffered: boolean) {
  const parts: string[] = [];
  const show: WriteOutput = isBuffered ? (text) => void parts.push(text) : write;
  if (isBuffered) write(`   ${step.title} …\n`);
  let last = '\n';
  const startedAt = performance.now();
  show(`\n── ${step.title}\n`);
  const counts = await runCounted(step, ending, (text) => {
    show(text);
    last = text;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const apart = last.endsWith('\n') ? '' : '\n';
  show(`${apart}   ${formatCounts(counts)} in ${seconds} s\n`);
  if (isBuffered) write(parts.join(''));
  return counts;
}

async function runCounted(step: Step, ending: AbortSignal, show: WriteOutput): Promise<StepResult> {
  try {
    const counts = await step.run(ending, show);
    if (counts.passed + counts.failed + (counts.skipped ?? 0) > 0) return counts;
    show('Nothing ran.\n');
  } catch (error) {
    show(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return { passed: 0, failed: 1 };
}
