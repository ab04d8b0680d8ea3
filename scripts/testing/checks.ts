import { buildWeb } from '../building/web.ts';
import { findFileProblems } from '../checks/file-rules.ts';
import { readSchemas, readSources, readStyles } from '../checks/source-files.ts';
import { findForbiddenImports } from '../checks/imports.ts';
import { findMigrationProblems } from '../checks/migration-rules.ts';
import { measureSizes } from '../checks/sizes.ts';
import { findStyleProblems } from '../checks/style-rules.ts';
import { findRetiredNames } from '../checks/retired-names.ts';
import { root } from '../running/settings.ts';
import { checkStep, type WriteOutput, type Step } from './step.ts';
import { backgroundNiceness, runTool } from './run-tool.ts';

/**
 * The types are checked by programs in Go, which by default spend a fifth of their CPU time on collecting garbage. With one
 * core, the linter checks what all files share once, which takes a third less CPU time.
 */
const goSettings = { GOGC: '300', GOMAXPROCS: '1' };
const toolCheck =
  (...args: [string, ...string[]]) =>
  (ending: AbortSignal, show: WriteOutput) =>
    runTool(args, ending, show, { environment: goSettings, niceness: backgroundNiceness });

export const lintCheck = checkStep(
  'lint',
  'lint, with types',
  toolCheck('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '-f', 'unix'),
);

/** The other checks that need only the sources. */
export const sourceChecks: Step[] = [
  // By default TypeScript checks what all files share once per checker, which more than doubles the CPU time.
  checkStep(
    'types',
    'types',
    toolCheck(
      'typescript/bin/tsc',
      '-b',
      '--pretty',
      'false',
      '--checkers',
      '1',
      '--builders',
      '1',
    ),
  ),
  checkStep('format', 'format', toolCheck('oxfmt/bin/oxfmt', '--check', '.')),
  checkStep('imports', 'import rules', async (_, show) =>
    reportProblems(findForbiddenImports(readSources(root)), show),
  ),
  checkStep('files', 'names and lengths of files, lists in styles', async (_, show) =>
    reportProblems(
      [...findFileProblems(readSources(root)), ...findStyleProblems(readStyles(root))],
      show,
    ),
  ),
  checkStep('words', 'retired words in names', async (_, show) =>
    reportProblems(findRetiredNames(readSources(root), readSchemas(root)), show),
  ),
  checkStep('migrations', 'migrations that older versions can run beside', async (_, show) =>
    reportProblems(findMigrationProblems(readSchemas(root)), show),
  ),
  checkStep('unused', 'unused code and packages', toolCheck('knip/bin/knip.js', '--no-progress')),
];

/** Checks the size of the files that a browser loads. */
export const sizeCheck: Step = {
  key: 'sizes',
  title: 'web build and its sizes',
  async run(_, show) {
    buildWeb();
    const sizes = await measureSizes(root);
    const tooBig = sizes.filter(({ size, limit }) => size > limit);
    for (const { name, size, limit } of sizes) show(`   ${name}: ${size} kB of ${limit} kB\n`);
    return { passed: sizes.length - tooBig.length, failed: tooBig.length };
  },
};

function reportProblems(problems: string[], show: WriteOutput): { ok: boolean } {
  for (const problem of problems) show(`${problem}\n`);
  return { ok: problems.length === 0 };
}
