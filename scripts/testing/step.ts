/** What one step of the tests has found. */
export interface Counts {
  passed: number;
  failed: number;
  /** Suites that this machine has nothing to run with. */
  skipped?: number;
}

/** Takes what a step has to say while it runs. */
export type Show = (text: string) => void;

/** One part of `npm test`; checks that are no tests count as one. */
export interface Step {
  /** The word that selects it: `npm test -- unit`. */
  key: string;
  title: string;
  run(ending: AbortSignal, show: Show): Promise<Counts>;
}

/** A step of one check. */
export function oneCheck(
  key: string,
  title: string,
  check: (ending: AbortSignal, show: Show) => Promise<{ ok: boolean }>,
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

/**
 * Runs the steps in order, `width` of them side by side, whatever each of them finds, and prints the sum as the very
 * last line. Each step's output is printed whole when it ends; that of steps one after another as it comes.
 * @returns the exit code: 0 only when something ran and nothing failed
 */
export async function runSteps(
  steps: Step[],
  ending: AbortSignal,
  write: Show,
  width = 1,
): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const waiting = [...steps];
  const runNext = async (): Promise<void> => {
    const step = waiting.shift();
    if (step === undefined || ending.aborted) return;
    const { passed, failed, skipped = 0 } = await runOne(step, ending, write, width > 1);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    await runNext();
  };
  await Promise.all(Array.from({ length: width }, runNext));
  if (ending.aborted) total.failed += 1;
  write(`\n${sum(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

function sum({ passed, failed, skipped = 0 }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function runOne(step: Step, ending: AbortSignal, write: Show, whole: boolean) {
  const parts: string[] = [];
  const show: Show = whole ? (text) => void parts.push(text) : write;
  if (whole) write(`   ${step.title} …\n`);
  let last = '\n';
  const began = performance.now();
  show(`\n── ${step.title}\n`);
  const counts = await countsOf(step, ending, (text) => {
    show(text);
    last = text;
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const apart = last.endsWith('\n') ? '' : '\n';
  show(`${apart}   ${sum(counts)} in ${seconds} s\n`);
  if (whole) write(parts.join(''));
  return counts;
}

async function countsOf(step: Step, ending: AbortSignal, show: Show): Promise<Counts> {
  try {
    const counts = await step.run(ending, show);
    if (counts.passed + counts.failed + (counts.skipped ?? 0) > 0) return counts;
    show('Nothing ran.\n');
  } catch (error) {
    show(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  return { passed: 0, failed: 1 };
}
