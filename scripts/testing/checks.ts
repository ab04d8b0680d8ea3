import { buildWeb } from '../building/web.ts';
import { readSources } from '../checks/source-files.ts';
import { findForbiddenImports } from '../checks/imports.ts';
import { findBadFiles } from '../checks/file-rules.ts';
import { measureSizes } from '../checks/sizes.ts';
import { root } from '../running/settings.ts';
import { oneCheck, type Show, type Step } from './step.ts';
import { runTool } from './run-tool.ts';

const tool =
  (...words: [string, ...string[]]) =>
  (ending: AbortSignal, show: Show) =>
    runTool(words, ending, show);

/** The checks that look at the sources alone. */
export const sourceChecks: Step[] = [
  oneCheck('types', 'types', tool('typescript/bin/tsc', '-b', '--pretty', 'false')),
  oneCheck(
    'lint',
    'lint, with types',
    tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '-f', 'unix'),
  ),
  oneCheck('format', 'format', tool('oxfmt/bin/oxfmt', '--check', '.')),
  oneCheck('imports', 'import rules', async (_, show) =>
    listed(findForbiddenImports(readSources(root)), show),
  ),
  oneCheck('files', 'names and lengths of files', async (_, show) =>
    listed(findBadFiles(readSources(root)), show),
  ),
  oneCheck('unused', 'unused code and packages', tool('knip/bin/knip.js', '--no-progress')),
];

/** The check of what a browser has to load. */
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

function listed(problems: string[], show: Show): { ok: boolean } {
  for (const problem of problems) show(`${problem}\n`);
  return { ok: problems.length === 0 };
}
