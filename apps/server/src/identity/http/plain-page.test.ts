import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { renderFontFaces, plainPageSecurityPolicy, renderPlainPage } from './plain-page.ts';

it('renders pages of the provider in the font of the login area', async () => {
  const build = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(build, { recursive: true }));
  await mkdir(join(build, 'assets'));
  for (const name of [
    'latin-wght-normal-a1',
    'vietnamese-wght-normal-b2',
    'greek-wght-normal-c3',
  ]) {
    await writeFile(join(build, 'assets', `inter-${name}.woff2`), '');
  }
  const fontFaces = renderFontFaces(build);
  expect(fontFaces.match(/url\("[^"]+"\)/g)).toEqual([
    'url("/assets/inter-latin-wght-normal-a1.woff2")',
    'url("/assets/inter-vietnamese-wght-normal-b2.woff2")',
  ]);
});

it('renders pages without a build', () => {
  expect(renderFontFaces(join(tmpdir(), 'nowhere'))).toBe('');
});

it('allows its pages to load fonts and no scripts', () => {
  const message = { vi: 'x', en: 'x' };
  const style = /<style>(.*?)<\/style>/s.exec(
    renderPlainPage({ title: message, text: message }, 'vi'),
  );
  expect(style?.[1]).toContain('"Inter Latin","Inter Vietnamese"');
  const policy = plainPageSecurityPolicy([]);
  expect(policy).toContain("font-src 'self'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script');
});
