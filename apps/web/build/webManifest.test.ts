import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { iconFiles, writeManifests, type WebManifest } from './webManifest.ts';

const icons = join(import.meta.dirname, '..', 'src', 'app', 'icons');

/** Width and height in the header of a PNG. */
function sizeOf(file: string): string {
  const header = readFileSync(join(icons, file));
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

it.each(iconFiles)('$file has the size that the manifest states', ({ file, sizes }) => {
  expect(sizeOf(file)).toBe(sizes);
});

it('makes the application installable in both languages, under one id', () => {
  const assets = mkdtempSync(join(tmpdir(), 'manifest-'));
  onTestFinished(() => rmSync(assets, { recursive: true }));
  const names = writeManifests(assets, icons);
  const read = (name: string): WebManifest => JSON.parse(readFileSync(join(assets, name), 'utf8'));
  const vi = read(names.vi);
  const en = read(names.en);
  // https://web.dev/articles/install-criteria
  expect(vi).toMatchObject({ name: 'Seller Connect', start_url: '/', display: 'standalone' });
  expect(vi.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src } of vi.icons) {
    expect(existsSync(join(assets, src.slice('/assets/'.length)))).toBe(true);
  }
  expect([vi.id, vi.scope]).toEqual([en.id, en.scope]);
  expect([vi.lang, en.lang]).toEqual(['vi', 'en']);
  expect(vi.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Đơn hàng', '/orders'],
    ['Tiền về', '/reports/money'],
  ]);
});
