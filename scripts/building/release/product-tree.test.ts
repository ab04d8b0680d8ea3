import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { renameReferences, toJavaScript } from './plain-javascript.ts';
import { writeProductTree } from './product-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'product-tree-'));
afterAll(() => rmSync(folder, { recursive: true }));

function filesOf(tree: string): string[] {
  return readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(tree, path)).isFile())
    .toSorted();
}

it('strips types and points references to JavaScript', () => {
  const source = `import { a } from './a.ts';\nconst place = new URL('./b.ts', import.meta.url) as URL;\n`;
  const code = toJavaScript(source);
  expect(code).toContain(`from './a.js'`);
  expect(code).toContain(`new URL('./b.js', import.meta.url)`);
  expect(code).not.toContain('as URL');
  expect(renameReferences('{"./metrics/*":"./src/metrics/*.ts"}')).toContain('*.js"');
  expect(renameReferences('// `routes.ts` has them')).toBe('// `routes.ts` has them');
});

it('contains what its programs need, no tests, and the same files in each build', () => {
  const trees = ['one', 'two'].map((name) => join(folder, name));
  const digests = trees.map((tree) => {
    writeProductTree(tree, { web: join(folder, 'no-build') });
    const hash = createHash('sha256');
    for (const path of filesOf(tree))
      hash.update(`${path}\n`).update(readFileSync(join(tree, path)));
    return hash.digest('hex');
  });
  expect(digests[0]).toBe(digests[1]);
  const [tree = ''] = trees;
  for (const path of [
    'scripts/product.mjs',
    'scripts/commands/start.js',
    'apps/server/src/main.js',
    'apps/server/src/reporting/reconcile/export-file/parse-worker.js',
    'node_modules/@seller-connect/embedded-postgres/src/guard.js',
    'apps/server/src/platform/schema/001-platform.sql',
    'apps/server/src/identity/breached-passwords/stolen.filter',
    'apps/sandbox/src/main.js',
    'node_modules/@seller-connect/contract/src/index.js',
  ]) {
    expect({ path, exists: existsSync(join(tree, path)) }).toEqual({ path, exists: true });
  }
  const files = filesOf(tree);
  expect(files.filter((path) => /\.ts$|\.test\.|\/testing\//.test(path))).toEqual([]);
  // Every file that a program imports by a path is there.
  const missing = files
    .filter((path) => /\.m?js$/.test(path))
    .flatMap((path) => {
      const code = readFileSync(join(tree, path), 'utf8');
      const imports = [...code.matchAll(/(?:from|import) '(\.[^']+)'/g)].map(([, to = '']) => to);
      return imports
        .filter((to) => !existsSync(join(tree, path, '..', to)))
        .map((to) => `${path}: ${to}`);
    });
  expect(missing).toEqual([]);
});
