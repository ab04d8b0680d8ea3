import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/** A measured entry of size-limits.json. Sizes are in kilobytes (1,000 bytes) of gzipped JavaScript. */
export type MeasuredSize = { name: string; size: number; limit: number };

type Limits = {
  /**
   * Pages of the built web application. Names of chunks may be beginnings. "with" names lazy chunks that the page loads
   * immediately.
   */
  pages: { name: string; entry: string; with: string[]; limit: number }[];
  /** Sources that are bundled on their own, without view libraries. */
  libraries: { name: string; entry: string; limit: number }[];
};

type Manifest = Record<string, { file: string; imports?: string[]; src?: string }>;

/** Measures all entries of size-limits.json, pages in the language in which they are larger. Requires a build of the web application. */
export async function measureSizes(root: string): Promise<MeasuredSize[]> {
  const limits: Limits = JSON.parse(readFileSync(join(root, 'size-limits.json'), 'utf8'));
  const dist = join(root, 'apps', 'web', 'dist');
  const manifests = ['vi', 'en'].map((language): Manifest => readManifest(dist, language));
  const pages = limits.pages.map(({ name, entry, with: lazy, limit }) => {
    const sizes = manifests.map((manifest) =>
      kilobytes(pageFiles(manifest, entry, lazy).map((file) => readFileSync(join(dist, file)))),
    );
    return { name, limit, size: Math.max(...sizes) };
  });
  const libraries: MeasuredSize[] = [];
  for (const { name, entry, limit } of limits.libraries) {
    libraries.push({ name, limit, size: kilobytes(await bundle(join(root, entry))) });
  }
  return [...pages, ...libraries];
}

/** Reads which files the web build of a language consists of. */
export function readManifest(dist: string, language: string): Manifest {
  return JSON.parse(readFileSync(join(dist, '.vite', `manifest.${language}.json`), 'utf8'));
}

/** Returns the JavaScript files that a page loads: its entry, the named lazy chunks and all their imports. */
export function pageFiles(manifest: Manifest, entry: string, lazy: string[]): string[] {
  const keys = [entry, ...lazy].map((prefix) => {
    const [key] =
      Object.entries(manifest).find(
        ([each, { file }]) => each.startsWith(prefix) && file.endsWith('.js'),
      ) ?? [];
    if (key === undefined) throw new Error(`The build has no file of ${prefix}.`);
    return key;
  });
  const files = new Set<string>();
  const seen = new Set<string>();
  const follow = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}.`);
    if (chunk.file.endsWith('.js')) files.add(chunk.file);
    for (const next of chunk.imports ?? []) follow(next);
  };
  for (const key of keys) follow(key);
  if (files.size === 0) throw new Error(`${entry} loads no JavaScript.`);
  return [...files];
}

/** Bundles a library's entry. */
export async function bundle(entry: string): Promise<Uint8Array[]> {
  if (!existsSync(entry)) throw new Error(`${entry} is not there.`);
  const folder = dirname(entry);
  const mode = process.env['NODE_ENV'];
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: 'library' },
      rolldownOptions: {
        // Vite keeps white space in libraries by default, unlike in applications.
        output: { minify: true },
        // The bindings are measured without the layer that they bind, which is measured separately.
        external: (id, importer) =>
          /^react(\/|$)/.test(id) ||
          (folder.endsWith('react') &&
            id.startsWith('..') &&
            importer !== undefined &&
            !resolve(dirname(importer), id).startsWith(folder)),
      },
    },
  });
  // Vite sets NODE_ENV for the whole process; test suites started later would test React's production build.
  if (mode === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = mode;
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  return outputs.flatMap(({ output }) =>
    output.flatMap((chunk) => (chunk.type === 'chunk' ? [Buffer.from(chunk.code)] : [])),
  );
}

function kilobytes(files: Uint8Array[]): number {
  const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
  return Math.round(bytes / 10) / 100;
}
