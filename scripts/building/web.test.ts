import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../running/settings.ts';
import { buildWeb } from './web.ts';

it('builds the production version, whatever the environment of its caller says', () => {
  expect(process.env['NODE_ENV']).toBe('test');
  buildWeb();
  const dist = join(root, 'apps', 'web', 'dist');
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'),
  );
  const scripts = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  const inDevelopment = scripts.filter(({ file }) =>
    readFileSync(join(dist, file), 'utf8').includes('Download the React DevTools'),
  );
  expect(inDevelopment).toEqual([]);
});
