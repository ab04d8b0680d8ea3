import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { uninterpretedEnumerations } from './meanings.ts';
import { documentedValues, loadDocument } from './reference-document.ts';

const sources = join(import.meta.dirname, '../src');
const references = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''))
  // Zalo is no marketplace: it has no connector.
  .filter((name) => existsSync(join(sources, name)));

/** Returns the paths in the connector's sources, with `{}` for inserted values. */
function addressesOf(marketplace: string): string[] {
  const folder = join(sources, marketplace);
  const text = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '');
  // Templates that start with another path, such as `${path}/events`, are skipped.
  const literals = text.matchAll(/(?<![\w}])['"`](\/[a-z_][^'"`\s]*)['"`]/g);
  return [...new Set([...literals].map(([, address = '']) => blank(address)))];
}

const blank = (address: string) => address.replaceAll(/\$?\{[^}]*\}/g, '{}');

it.each(references)('%s: every enumeration is tested or has a reason not to be', (name) => {
  const tests = readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8');
  const enumerations = [...loadDocument(name).enumerations.keys()];
  const untested = enumerations.filter((enumeration) => !tests.includes(`'${enumeration}'`));
  expect(untested.toSorted()).toEqual(
    Object.keys(uninterpretedEnumerations[name] ?? {}).toSorted(),
  );
});

/** The enumerations of the types of pushes. */
const pushTypes: Readonly<Record<string, string>> = {
  shopee: 'PushCode',
  tiktok: 'WebhookType',
  lazada: 'MessageType',
};

it.each(references)('%s: every push is of a documented type', (name) => {
  const document = loadDocument(name);
  const types = document.webhooks.map(({ type }) => type);
  const enumeration = pushTypes[name];
  const documented = enumeration === undefined ? [] : documentedValues(document, enumeration);
  expect(types.filter((type) => !documented.includes(type))).toEqual([]);
});

it.each(references)('%s: every path that the connector calls is in the reference', (name) => {
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
