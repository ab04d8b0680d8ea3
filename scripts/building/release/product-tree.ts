import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../running/settings.ts';
import { renameReferences, toJavaScript } from './plain-javascript.ts';

/** Folders of the product, by their path in the repository. Packages are bundled as npm would install them. */
const folders = new Map([
  ['apps/server/src', 'apps/server/src'],
  ['apps/sandbox/src', 'apps/sandbox/src'],
  ['packages/contract/src', 'node_modules/@seller-connect/contract/src'],
  ['packages/partners/src', 'node_modules/@seller-connect/partners/src'],
  ['packages/embedded-postgres/src', 'node_modules/@seller-connect/embedded-postgres/src'],
  ['scripts/building/web.ts', 'scripts/building/web.ts'],
  ['scripts/commands/start.ts', 'scripts/commands/start.ts'],
  ['scripts/product.mjs', 'scripts/product.mjs'],
  ['scripts/running', 'scripts/running'],
  ['scripts/setup', 'scripts/setup'],
]);
/** Bundled workspaces whose package.json Node reads. */
const manifests = new Map([
  ['apps/server', 'apps/server'],
  ['apps/sandbox', 'apps/sandbox'],
  ['packages/contract', 'node_modules/@seller-connect/contract'],
  ['packages/partners', 'node_modules/@seller-connect/partners'],
  ['packages/embedded-postgres', 'node_modules/@seller-connect/embedded-postgres'],
]);
const bundled = [...manifests.keys()]
  .filter((folder) => folder.startsWith('packages/'))
  .map((folder) => readManifest(folder).name);

const isShipped = (path: string) =>
  !/(?:^|\/)testing\/|\.test\.ts$|\.md$|\.d\.ts$|\/breached-passwords\/(?:.*\.txt|build\.ts)$/.test(
    path,
  );

type Dependencies = Record<string, string>;
export interface Manifest {
  name: string;
  version: string;
  description?: string;
  license?: string;
  imports?: Dependencies;
  exports?: Dependencies;
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  devDependencies?: Dependencies;
}

export function readManifest(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return manifest;
}

/**
 * Writes the product as JavaScript into an empty folder, without tests and without packages of others.
 * @param options.web folder of the web build
 */
export function writeProductTree(
  target: string,
  { web = join(root, 'apps/web/dist') }: { web?: string } = {},
): void {
  for (const [from, to] of folders) copySources(from, join(target, to));
  for (const [from, to] of manifests) {
    const { name, version, imports, exports } = readManifest(from);
    const manifest = JSON.stringify({ name, version, type: 'module', imports, exports }, null, 2);
    write(join(target, to, 'package.json'), renameReferences(manifest));
  }
  if (existsSync(web)) copyWebBuild(web, join(target, 'apps/web/dist'));
  for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(target, file));
  write(join(target, 'package.json'), `${JSON.stringify(productManifest(), null, 2)}\n`);
}

function copySources(from: string, to: string): void {
  if (/\.\w+$/.test(from)) {
    if (isShipped(from)) copySource(from, to);
    return;
  }
  for (const entry of readdirSync(join(root, from), { withFileTypes: true })) {
    const isFolder = entry.isDirectory() && entry.name !== 'testing';
    if (isFolder || entry.isFile()) copySources(`${from}/${entry.name}`, join(to, entry.name));
  }
}

/** Copies the web build without the files of earlier builds, which stay in its folder for pages that are still open. */
function copyWebBuild(from: string, to: string): void {
  const current = new Set(['vi', 'en'].flatMap((language) => builtFiles(from, language)));
  cpSync(from, to, {
    recursive: true,
    filter(path) {
      const name = relative(from, path).replace(/\.(?:br|gz)$/, '');
      if (name.startsWith('.')) return false;
      return !name.startsWith('assets/') || current.has(name);
    },
  });
}

function builtFiles(dist: string, language: string): string[] {
  const chunks: Record<string, { file: string; css?: string[]; assets?: string[] }> = JSON.parse(
    readFileSync(join(dist, '.vite', `manifest.${language}.json`), 'utf8'),
  );
  return Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
}

function copySource(from: string, to: string): void {
  if (/\.(?:ts|mjs)$/.test(from)) {
    write(to.replace(/\.ts$/, '.js'), toJavaScript(readFileSync(join(root, from), 'utf8')));
    return;
  }
  write(to, readFileSync(join(root, from)));
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** The package.json of the packed product: the packages of others that its programs need, in exact versions. */
function productManifest() {
  const own = readManifest('.');
  const workspaces = [...manifests.keys()].map(readManifest);
  const merge = (list: (Dependencies | undefined)[]): Dependencies =>
    Object.fromEntries(
      list.flatMap((each) => Object.entries(each ?? {})).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  const dependencies = merge(workspaces.map((each) => each.dependencies));
  for (const name of bundled) dependencies[name] = own.version;
  return {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: 'module',
    bin: { 'seller-connect': 'scripts/product.mjs' },
    engines: { node: '>=18' },
    os: ['linux', 'darwin'],
    cpu: ['x64', 'arm64'],
    dependencies,
    optionalDependencies: merge([own, ...workspaces].map((each) => each.optionalDependencies)),
    bundleDependencies: bundled,
  };
}
