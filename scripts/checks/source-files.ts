import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A source file with its path from the root of the project, with forward slashes. */
export type SourceFile = { path: string; text: string };

const ROOTS = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'integrations'];
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'test-results',
  'playwright-report',
  'screens-seen',
]);
const SOURCE = /\.(ts|tsx|mts|mjs|js)$/;

/** Every source file of the project, tests included. */
export function readSources(root: string): SourceFile[] {
  return ROOTS.flatMap((folder) => walk(root, folder));
}

function walk(root: string, folder: string): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, path);
    return SOURCE.test(entry.name) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}
