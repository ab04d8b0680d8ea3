import { buildWeb } from '../building/web.ts';
import { readSources } from '../checks/files.ts';
import { findForbiddenImports } from '../checks/imports.ts';
import { findBadFiles } from '../checks/names.ts';
import { measureSizes } from '../checks/sizes.ts';
import { root } from '../running/settings.ts';
import { oneCheck, type Step } from './step.ts';
import { runTool } from './tool.ts';

const tool =
  (...words: [string, ...string[]]) =>
  (ending: AbortSignal) =>
    runTool(words, ending, false);

/** The checks that look at the sources alone. */
export const sourceChecks: Step[] = [
  oneCheck('types', 'types', tool('typescript/bin/tsc', '-b', '--pretty', 'false')),
  oneCheck(
    'lint',
    'lint, with types',
    tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '-f', 'unix'),
  ),
  oneCheck('format', 'format', tool('oxfmt/bin/oxfmt', '--check', '.')),
  oneCheck('imports', 'import rules', async () => listed(findForbiddenImports(readSources(root)))),
  oneCheck('files', 'names and lengths of files', async () =>
    listed(findBadFiles(readSources(root))),
  ),
  oneCheck('unused', 'unused code and packages', tool('knip/bin/knip.js', '--no-progress')),
];

/** The check of what a browser has to load. */
export const sizeCheck: Step = {
  key: 'sizes',
  title: 'web build and its sizes',
  async run() {
    buildWeb();
    const sizes = await measureSizes(root);
    const tooBig = sizes.filter(({ size, limit }) => size > limit);
    const output = sizes
      .map(({ name, size, limit }) => `   ${name}: ${size} kB of ${limit} kB`)
      .join('\n');
    return { passed: sizes.length - tooBig.length, failed: tooBig.length, output };
  },
};

function listed(problems: string[]): { ok: boolean; output: string } {
  return { ok: problems.length === 0, output: problems.join('\n') };
}
