import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadDocument } from './reference-document.ts';

const sources = join(import.meta.dirname, '../src');
const references = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));

/** Addresses that the connector's sources write, with `{}` where something is put in. */
function addressesOf(marketplace: string): string[] {
  const folder = join(sources, marketplace);
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '');
  // A template that begins with another address, such as `${path}/events`, is made of two of them.
  const literals = text.matchAll(/(?<![\w}])['"`](\/[a-z_][^'"`\s]*)['"`]/g);
  return [...new Set([...literals].map(([, address = '']) => blank(address)))];
}

const blank = (address: string) => address.replaceAll(/\$?\{[^}]*\}/g, '{}');

it.each(references)('%s: every address that the connector knows is in the reference', (name) => {
  const known = loadDocument(name).operations.map(({ path }) => blank(path));
  const addresses = addressesOf(name);
  expect(addresses.length).toBeGreaterThan(3);
  const isKnown = (address: string) => {
    const pattern = new RegExp(`${address.replaceAll('{}', '[^/]+')}$`);
    return known.some(
      (path) => pattern.test(path) || path.startsWith(`${address.replace(/\/$/, '')}/`),
    );
  };
  expect(addresses.filter((address) => !isKnown(address))).toEqual([]);
});
