import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../running/settings.ts';

type Dependencies = Record<string, string>;
interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  dependencies?: Dependencies;
  optionalDependencies?: Dependencies;
  peerDependencies?: Dependencies;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}
type LockedPackages = Record<string, LockedPackage>;

/** A package of others that the product contains, or that npm installs with it. */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string;
}

/** Workspaces of which the product consists. */
export const shippedWorkspaces = [
  'apps/server',
  'apps/sandbox',
  'apps/web',
  'packages/contract',
  'packages/partners',
  'packages/embedded-postgres',
  'packages/login',
  'packages/ui',
];
/** Development packages whose files the web build contains. */
export const builtInPackages = ['@fontsource-variable/inter'];

/** Licenses of packages that come with a license, but do not name it in their package.json. */
const unnamedLicenses: Readonly<Record<string, string>> = { 'png-js@1.1.0': 'MIT' };

/** Reads from the lock file which packages of others are shipped, on all platforms, by name and version. */
export function readShippedPackages(): ShippedPackage[] {
  const { packages }: { packages: LockedPackages } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  return findShippedPackages(packages);
}

export function findShippedPackages(packages: LockedPackages): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  const seen = new Set<string>();
  const waiting = ['', ...shippedWorkspaces];
  const follow = (from: string, name: string, isRequired: boolean) => {
    const path = locate(packages, from, name);
    if (path !== undefined) waiting.push(path);
    else if (isRequired) throw new Error(`The lock file has no ${name}, which ${from} needs.`);
  };
  for (const name of builtInPackages) follow('', name, true);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = packages[path];
    if (!entry || entry.link || seen.has(path)) continue;
    seen.add(path);
    const name = path.split('node_modules/').at(-1) ?? '';
    if (path.includes('node_modules/')) {
      const { version = '' } = entry;
      const key = `${name}@${version}`;
      found.set(key, { name, version, license: entry.license ?? unnamedLicenses[key] ?? '' });
    }
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = entry;
    const { peerDependenciesMeta = {} } = entry;
    for (const each of Object.keys(dependencies))
      follow(path, each, !(each in optionalDependencies));
    for (const each of Object.keys(optionalDependencies)) follow(path, each, false);
    if (path.includes('node_modules/')) {
      const peers = Object.keys(peerDependencies);
      const needed = peers.filter((each) => !peerDependenciesMeta[each]?.optional);
      for (const each of needed) follow(path, each, false);
    }
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}

/** Returns where Node finds a package from another one: the nearest `node_modules` above it. */
function locate(packages: LockedPackages, from: string, name: string): string | undefined {
  let folder = from;
  for (;;) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above === -1 ? '' : folder.slice(0, above);
  }
}

/** Libraries of the system that the image contains beside the packages. */
const imageParts = [
  ['Node.js, with OpenSSL, ICU, V8 and libuv', 'MIT and others, as its LICENSE lists'],
  ['GNU C library', 'LGPL-2.1-or-later'],
  [
    'GCC runtime libraries (libgcc, libstdc++)',
    'GPL-3.0-or-later with the GCC runtime library exception',
  ],
] as const;

/** Renders the list of everything that is shipped, with its licence. */
export function renderLicensePage(shipped: readonly ShippedPackage[]): string {
  const rows = shipped.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return `# Third-party licenses

What the product contains or installs, on all platforms. This page is generated from \`package-lock.json\` (\`npx vitest -u\`). The packed
product and the image contain the texts of the licenses in \`THIRD-PARTY-LICENSES.txt\`.

The icons are [Lucide's](../packages/ui/src/icons/LICENSE-lucide.txt) (ISC).

| package | version | license |
|---|---|---|
${rows.join('\n')}

The image also contains:

| part | license |
|---|---|
${imageParts.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}
