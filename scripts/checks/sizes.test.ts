import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../running/settings.ts';
import { bundle, pageFiles } from './sizes.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  'src/screens/home/home.tsx': { file: 'assets/home.js', imports: ['_react.js', '_chart.js'] },
  '_chart.js': { file: 'assets/chart.js', imports: ['index.html'] },
  'src/screens/other/other.tsx': { file: 'assets/other.js' },
};

it('counts each file of a page once, including its imports', () => {
  expect(pageFiles(manifest, 'index.html', ['src/screens/home/'])).toEqual([
    'assets/index.js',
    'assets/react.js',
    'assets/home.js',
    'assets/chart.js',
  ]);
});

it('fails when an entry is missing from the build', () => {
  expect(() => pageFiles(manifest, 'gone.html', [])).toThrow('gone.html');
  expect(() => pageFiles(manifest, 'index.html', ['src/screens/gone/'])).toThrow('gone');
});

it('measures a library and restores the environment', async () => {
  const mode = process.env['NODE_ENV'];
  expect(await bundle(join(root, 'packages/login/src/react/index.ts'))).toHaveLength(1);
  expect(process.env['NODE_ENV']).toBe(mode);
});
