import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../running/settings.ts';
import { requireBrowser } from './browser.ts';
import { requireFirefox } from './firefox.ts';
import type { StepResult, WriteOutput, Step } from './step.ts';
import { backgroundNiceness, runTool } from './run-tool.ts';

const resultsFolder = join(root, '.cache', 'test-results');

/**
 * The suites of Vitest. Each runs separately, so that an empty suite is noticed. They run in the background of the two
 * that take longest, the tests with the database and the journeys.
 */
export const unitTests = vitestSuite('unit', 'unit tests', { niceness: backgroundNiceness });
export const databaseTests = vitestSuite('db', 'tests with the database and the servers');
export const browserTests = vitestSuite('browser', 'tests in the browser', {
  environmentOf: () => ({ CHROME_PATH: requireBrowser() }),
  niceness: backgroundNiceness,
});
const firefoxSuite = vitestSuite('firefox', 'tests in Firefox', {
  environmentOf: (write) => ({ FIREFOX_PATH: requireFirefox(write) }),
  niceness: backgroundNiceness,
});
/** Tests in Firefox, skipped with a message if there is none. */
export const firefoxTests: Step = {
  ...firefoxSuite,
  async run(signal, write) {
    if (!ensureFirefox(write)) return { passed: 0, failed: 0, skipped: 1 };
    return firefoxSuite.run(signal, write);
  },
};

/** Returns whether there is a Firefox for the tests, and says why not. */
function ensureFirefox(write: WriteOutput): boolean {
  try {
    requireFirefox(write);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    write(`Skipped, as there is no Firefox here: ${reason}. Install it, or set FIREFOX_PATH.\n`);
    return false;
  }
}

/**
 * Without it, the journeys end first, and the tests with the database, which wait a lot, cannot use both cores alone at the
 * end.
 */
const journeysNiceness = 3;

/** End-to-end journeys through the running product. */
export const journeys: Step = {
  key: 'journeys',
  title: 'journeys',
  async run(signal, write) {
    const report = join(root, '.cache', 'journeys.json');
    rmSync(report, { force: true });
    const browser = requireBrowser();
    const hasFirefox = ensureFirefox(write);
    const args = ['test', '-c', 'e2e/playwright.config.ts'];
    if (!hasFirefox) args.push('--grep-invert', '@firefox');
    const { ok } = await runTool(['@playwright/test/cli.js', ...args], signal, write, {
      environment: { CHROME_PATH: browser },
      niceness: journeysNiceness,
    });
    const counts = ensureFailureCounted(countJourneys(report), ok);
    return hasFirefox ? counts : { ...counts, skipped: 1 };
  },
};

function vitestSuite(
  project: string,
  title: string,
  {
    environmentOf = () => ({}),
    niceness = 0,
  }: {
    environmentOf?: (write: WriteOutput) => Record<string, string>;
    niceness?: number;
  } = {},
): Step {
  return {
    key: project,
    title,
    async run(signal, write) {
      const report = join(resultsFolder, `${project}.json`);
      mkdirSync(resultsFolder, { recursive: true });
      rmSync(report, { force: true });
      const environment = environmentOf(write);
      const { ok } = await runTool(
        [
          'vitest/vitest.mjs',
          'run',
          `--project=${project}`,
          '--reporter=minimal',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        signal,
        write,
        { environment, niceness },
      );
      return ensureFailureCounted(countVitest(report, write), ok);
    },
  };
}

/** Counts a failed suite without a failed test (an error outside of tests) as one failure. */
export function ensureFailureCounted(counts: StepResult, ok: boolean): StepResult {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/**
 * Counts Vitest's JSON report. Tests that did not run and files that could not be loaded count as failures. Parts of a
 * test that the machine does not allow are named and count as skipped.
 */
export function countVitest(file: string, write: WriteOutput = () => undefined): StepResult {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: {
    testResults: {
      status: string;
      assertionResults: { status: string; meta?: { skippedParts?: string[] } }[];
    }[];
  } = JSON.parse(readFileSync(file, 'utf8'));
  let passed = 0;
  let failed = 0;
  const skipped: string[] = [];
  for (const { status, assertionResults } of report.testResults) {
    const passes = assertionResults.filter((test) => test.status === 'passed').length;
    const failures = assertionResults.length - passes;
    passed += passes;
    failed += failures === 0 && status === 'failed' ? 1 : failures;
    skipped.push(...assertionResults.flatMap(({ meta }) => meta?.skippedParts ?? []));
  }
  for (const part of skipped) write(`Skipped: ${part}\n`);
  return { passed, failed, ...(skipped.length > 0 && { skipped: skipped.length }) };
}

/** Counts Playwright's JSON report. Journeys that did not run and errors outside of them count as failures. */
export function countJourneys(file: string): StepResult {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors?: unknown[];
  } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + skipped + (report.errors?.length ?? 0) };
}
