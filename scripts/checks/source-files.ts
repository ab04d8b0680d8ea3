import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A source file. Its path is relative to the root of the project, with forward slashes. */
export type SourceFile = { path: string; text: string };

const roots = ['apps', 'packages', 'e2e', 'bench', 'scripts', 'integrations'];
const skippedFolders = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);
const sourceFile = /\.(ts|tsx|mts|mjs|js)$/;
const styleFile = /\.css$/;
const schemaFile = /\/schema\/[^/]+\.sql$/;

/** Reads all source files of the project, including tests. */
export function readSources(root: string): SourceFile[] {
  return roots.flatMap((folder) => walk(root, folder, sourceFile));
}

/** Reads the style sheets of the web app and its components. */
export function readStyles(root: string): SourceFile[] {
  return ['apps/web', 'packages/ui'].flatMap((folder) => walk(root, folder, styleFile));
}

/** Reads the migrations of all domains of the server. */
export function readSchemas(root: string): SourceFile[] {
  return walk(root, 'apps/server/src', schemaFile);
}

function walk(root: string, folder: string, pattern: RegExp): SourceFile[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (skippedFolders.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, path, pattern);
    return pattern.test(path) ? [{ path, text: readFileSync(join(root, path), 'utf8') }] : [];
  });
}
