import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** Our workspaces that each workspace may import. Only `bench` may import an app. */
const allowedImports = new Map<string, readonly string[]>([
  ['apps/web', ['packages/login', 'packages/contract', 'packages/ui']],
  ['apps/server', ['packages/contract', 'packages/partners', 'packages/embedded-postgres']],
  // The sandbox and the connectors implement the same protocols independently.
  ['apps/sandbox', []],
  ['packages/contract', []],
  ['packages/embedded-postgres', []],
  ['packages/login', []],
  ['packages/partners', []],
  ['packages/ui', []],
  ['e2e', ['packages/contract', 'packages/login', 'scripts']],
  // Not shipped. It measures the internals of the server and runs the journeys.
  [
    'bench',
    [
      'apps/server',
      'packages/contract',
      'packages/embedded-postgres',
      'packages/login',
      'packages/ui',
      'e2e',
      'scripts',
    ],
  ],
  ['scripts', ['packages/contract']],
]);

/** Layers of the web application. A file imports only from its own layer or a lower one. */
const webLayers = new Map([
  ['main.tsx', 3],
  ['app', 2],
  ['sign-in', 2],
  ['screens', 1],
]);

/** Finds imports that break the rules, one line each. @throws Error if there are no imports */
export function findForbiddenImports(sources: SourceFile[]): string[] {
  const imports = sources.flatMap((source) =>
    importsOf(source.text).map((specifier) => ({ from: source.path, specifier })),
  );
  if (imports.length === 0) throw new Error('The import check has looked at no import.');
  return imports.flatMap(({ from, specifier }) => {
    const target = resolveImport(from, specifier);
    const problem = target === undefined ? undefined : checkImport(from, target, specifier);
    return problem === undefined ? [] : [`${from}: imports ${specifier}: ${problem}`];
  });
}

/** Returns the specifiers that a source imports, loads or re-exports. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const pattern =
    /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\(|\bimport\.meta\.resolve\s*\(|\bvi\.mock\s*\()\s*(['"`])([^'"`\n]+)\1/g;
  return [...code.matchAll(pattern)].map((match) => match[2] ?? '');
}

/** Resolves a specifier to a path from the root. Returns undefined for third-party packages. */
function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (specifier.startsWith('#')) return `${workspaceOf(from)}/src/${specifier.slice(1)}`;
  const own = /^@seller-connect\/([^/]+)(.*)$/.exec(specifier);
  if (!own) return undefined;
  const [, name = '', rest = ''] = own;
  const parent = ['web', 'server', 'sandbox'].includes(name) ? 'apps/' : 'packages/';
  const workspace = name === 'e2e' || name === 'bench' ? name : `${parent}${name}`;
  return `${workspace}${rest}`;
}

function checkImport(from: string, target: string, specifier: string): string | undefined {
  const here = workspaceOf(from);
  const there = workspaceOf(target);
  if (here !== there) {
    if (here === 'apps/server' && isOnlyForTests(from) && target.startsWith('scripts/testing/'))
      return undefined;
    return checkWorkspaces(here, there, specifier);
  }
  // Tests of the whole application may import from every layer.
  if (here === 'apps/web' && !isTest(from))
    return checkWebLayers(pathInSource(from), pathInSource(target));
  if (here === 'apps/server') return checkServerDomains(pathInSource(from), pathInSource(target));
  if (here === 'packages/partners' && isReference(target) && !isReference(from)) {
    return 'the reference tables are a third witness: no connector imports them';
  }
  return undefined;
}

const isReference = (path: string) => path.startsWith('packages/partners/reference/');
const isTest = (path: string) => /\.test\.tsx?$/.test(path);
const isOnlyForTests = (path: string) => isTest(path) || /\/(?:test|testing)\//.test(path);

function checkWorkspaces(here: string, there: string, specifier: string): string | undefined {
  if (there === '') return undefined; // A file of the root, such as package.json.
  if (!(allowedImports.get(here) ?? []).includes(there)) {
    return there.startsWith('apps/') ? 'nothing imports an app' : `${here} may not import ${there}`;
  }
  if (specifier.startsWith('.') && there.startsWith('packages/')) {
    return `${there} is imported by its package name`;
  }
  return undefined;
}

function checkWebLayers(from: string[], to: string[]): string | undefined {
  const [fromFolder = '', fromScreen] = from;
  const [toFolder = '', toScreen] = to;
  if (fromFolder === 'screens' && toFolder === 'screens' && fromScreen !== toScreen) {
    return 'a screen imports no other screen';
  }
  const crossing = fromFolder !== toFolder && layerOf(fromFolder) === layerOf(toFolder);
  if (layerOf(toFolder) > layerOf(fromFolder) || (crossing && layerOf(toFolder) > 0)) {
    return `${fromFolder} may not import ${toFolder}`;
  }
  return undefined;
}

function layerOf(folder: string): number {
  return webLayers.get(folder) ?? 0;
}

function checkServerDomains(from: string[], to: string[]): string | undefined {
  const [fromDomain = ''] = from;
  const [toDomain = '', ...rest] = to;
  // `main.ts` and `program` assemble the domains.
  if (from.length < 2 || to.length < 1 || fromDomain === toDomain) return undefined;
  if (fromDomain === 'program' || toDomain === 'platform') return undefined;
  if (fromDomain === 'platform') return 'platform knows no domain';
  if (toDomain === 'program') return 'only main.ts imports program';
  if (to.length > 1 && rest.join('/') !== 'index.ts') {
    return `${fromDomain} imports ${toDomain} through ${toDomain}/index.ts only`;
  }
  return undefined;
}

/** Returns the path segments below the workspace's src; empty for files outside it, such as configuration. */
function pathInSource(path: string): string[] {
  const rest = path.slice(workspaceOf(path).length + 1).split('/');
  return rest[0] === 'src' ? rest.slice(1) : [];
}

function workspaceOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (first === 'apps' || first === 'packages') return `${first}/${second}`;
  return allowedImports.has(first) ? first : '';
}
