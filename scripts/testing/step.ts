/** What one step of the tests has found. */
export type Counts = {
  passed: number;
  failed: number;
  /** Shown under the step's name when it failed; output that was not shown already. */
  output?: string;
};

/** One part of `npm test`; checks that are no tests count as one. */
export type Step = {
  /** The word that selects it: `npm test -- unit`. */
  key: string;
  title: string;
  run(ending: AbortSignal): Promise<Counts>;
};

/** A step of one check. */
export function oneCheck(
  key: string,
  title: string,
  check: (ending: AbortSignal) => Promise<{ ok: boolean; output: string }>,
): Step {
  return {
    key,
    title,
    async run(ending) {
      const { ok, output } = await check(ending);
      return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output };
    },
  };
}

/**
 * Runs the steps one after another, whatever each of them finds, and prints the sum as the very last
 * line.
 * @returns the exit code: 0 only when something ran and nothing failed
 */
export async function runSteps(
  steps: Step[],
  ending: AbortSignal,
  print: (line: string) => void,
): Promise<number> {
  const total = { passed: 0, failed: 0 };
  for (const step of steps) {
    if (ending.aborted) break;
    print(`\n── ${step.title}`);
    const began = performance.now();
    const counts = await runOne(step, ending);
    total.passed += counts.passed;
    total.failed += counts.failed;
    if (counts.output) print(counts.output.trimEnd());
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    print(`   ${counts.passed} passed, ${counts.failed} failed in ${seconds} s`);
  }
  if (ending.aborted) total.failed += 1;
  print(`\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

async function runOne(step: Step, ending: AbortSignal): Promise<Counts> {
  try {
    const counts = await step.run(ending);
    if (counts.passed + counts.failed > 0) return counts;
    return { passed: 0, failed: 1, output: `${counts.output ?? ''}\nNothing ran.` };
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.message : String(error) };
  }
}
