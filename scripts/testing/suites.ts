import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../running/settings.ts';
import { requireBrowser } from './browser.ts';
import type { Counts, Step } from './step.ts';
import { runTool } from './tool.ts';

const RESULTS = join(root, '.cache', 'test-results');

/** The suites of Vitest, in one run each so that none of them can be empty unnoticed. */
export const unitTests = vitest('unit', 'unit tests');
export const databaseTests = vitest('db', 'tests with the database and the servers');
export const browserTests = vitest('browser', 'tests in the browser', requireBrowser);

/** Whole journeys through the started product. */
export const journeys: Step = {
  key: 'journeys',
  title: 'journeys',
  async run(ending) {
    const report = join(root, '.cache', 'journeys.json');
    rmSync(report, { force: true });
    const browser = requireBrowser();
    const words = ['test', '-c', 'e2e/playwright.config.ts'];
    const { ok, output } = await runTool(['@playwright/test/cli.js', ...words], ending, true, {
      CHROME_PATH: browser,
    });
    return { ...atLeastOneFailure(countJourneys(report), ok), output };
  },
};

function vitest(project: string, title: string, needed?: () => string): Step {
  return {
    key: project,
    title,
    async run(ending) {
      const report = join(RESULTS, `${project}.json`);
      mkdirSync(RESULTS, { recursive: true });
      rmSync(report, { force: true });
      const browser = needed?.();
      const { ok, output } = await runTool(
        [
          'vitest/vitest.mjs',
          'run',
          `--project=${project}`,
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${report}`,
        ],
        ending,
        true,
        browser === undefined ? {} : { CHROME_PATH: browser },
      );
      return { ...atLeastOneFailure(countVitest(report), ok), output };
    },
  };
}

/** A suite that says it failed without naming a test (an error outside of tests) counts as one. */
export function atLeastOneFailure(counts: Counts, ok: boolean): Counts {
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Counts Vitest's JSON report; a file that could not be loaded counts as one failure. */
export function countVitest(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: {
    testResults: { status: string; assertionResults: { status: string }[] }[];
  } = JSON.parse(readFileSync(file, 'utf8'));
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of report.testResults) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length;
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    failed += failures === 0 && status === 'failed' ? 1 : failures;
  }
  return { passed, failed };
}

interface JourneySuite {
  suites?: JourneySuite[];
  specs?: {
    title: string;
    tests: { status: string; results: { status: string; errors: { message?: string }[] }[] }[];
  }[];
}

/**
 * Counts Playwright's JSON report. A journey that passed only at the second try is a failure, unless the first try had
 * reached its end and all that went wrong was that Chromium did not close the window afterwards.
 */
export function countJourneys(file: string): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report: {
    stats: { expected: number; unexpected: number; flaky: number };
    suites?: JourneySuite[];
    errors?: unknown[];
  } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, unexpected, flaky } = report.stats;
  const stuck = stuckWindows(report);
  for (const title of stuck) {
    console.log(`   run again, for the browser did not close after it: ${title}`);
  }
  return {
    passed: expected + stuck.length,
    failed: unexpected + flaky - stuck.length + (report.errors?.length ?? 0),
  };
}

/** The journeys that passed at the second try and whose first try ended in closing the window. */
function stuckWindows({ suites = [], specs = [] }: JourneySuite): string[] {
  const here = specs.filter(({ tests }) =>
    tests.some(
      ({ status, results }) =>
        status === 'flaky' &&
        results
          .filter((result) => result.status !== 'passed')
          .flatMap(({ errors }) => errors)
          .every(({ message }) => message?.includes('Tearing down "context" exceeded') === true),
    ),
  );
  return [...here.map(({ title }) => title), ...suites.flatMap(stuckWindows)];
}
