import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../../running/settings.ts';
import { npm } from '../../setup/run-npm.mjs';
import { buildWeb } from '../web.ts';
import { readManifest, writeProductTree } from './product-tree.ts';
import {
  builtInPackages,
  readShippedPackages,
  shippedWorkspaces,
  type ShippedPackage,
} from './shipped-packages.ts';

/** What a release consists of; see docs/operations.md. */
export interface Release {
  /** The unpacked product. */
  tree: string;
  tarball: string;
  sbom: string;
}

const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** Writes the packed product and its bill of materials into a folder, which is emptied first. */
export function writeRelease(folder: string): Release {
  buildWeb();
  rmSync(folder, { recursive: true, force: true });
  const tree = join(folder, 'seller-connect');
  mkdirSync(tree, { recursive: true });
  writeProductTree(tree);
  writeFileSync(join(tree, 'THIRD-PARTY-LICENSES.txt'), licenseTexts(readShippedPackages()));
  lockDependencies(tree);
  const { name, version } = readManifest('.');
  npm(['pack', '--pack-destination', folder, ...npmFlags], tree);
  const sbom = join(folder, 'sbom.cdx.json');
  writeFileSync(sbom, billOfMaterials(folder));
  return { tree, tarball: join(folder, `${name}-${version}.tgz`), sbom };
}

interface Lock {
  packages: Record<string, { link?: boolean; version?: string; inBundle?: boolean }>;
}

/** Pins the packages of others to the versions of the repository's lock file. */
function lockDependencies(tree: string): void {
  const lock = reduceLock(tree);
  const bundled = Object.keys(lock.packages).filter((path) => lock.packages[path]?.link);
  for (const path of Object.keys(lock.packages)) {
    if (/^(?:apps|packages)\//.test(path)) delete lock.packages[path];
  }
  const { version } = readManifest('.');
  for (const path of bundled) lock.packages[path] = { version, inBundle: true };
  writeFileSync(join(tree, 'npm-shrinkwrap.json'), `${JSON.stringify(lock, null, 2)}\n`);
  rmSync(join(tree, 'package-lock.json'));
}

/** Reduces the repository's lock file to what the package.json of a folder needs. */
function reduceLock(folder: string): Lock {
  copyFileSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  npm(['install', '--package-lock-only', ...npmFlags], folder);
  const lock: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return lock;
}

/**
 * Returns the bill of materials in CycloneDX format: the packages of the programs and those that the web build contains.
 * It has neither a time nor a random number, so that equal releases have equal bills.
 */
function billOfMaterials(folder: string): string {
  const sbomFolder = join(folder, 'sbom');
  mkdirSync(sbomFolder);
  const product = readManifest('.');
  const manifests = [product, ...shippedWorkspaces.map(readManifest)];
  const { name, version, license } = product;
  const merge = (list: (Record<string, string> | undefined)[]) =>
    Object.fromEntries(
      list
        .flatMap((each) => Object.entries(each ?? {}))
        .filter(([dependency]) => !dependency.startsWith('@seller-connect/')),
    );
  const { devDependencies = {} } = readManifest('apps/web');
  const builtIn = builtInPackages.map((each) => ({ [each]: devDependencies[each] ?? '' }));
  const manifest = {
    name,
    version,
    license,
    dependencies: merge([...manifests.map((each) => each.dependencies), ...builtIn]),
    optionalDependencies: merge(manifests.map((each) => each.optionalDependencies)),
  };
  writeFileSync(join(sbomFolder, 'package.json'), JSON.stringify(manifest));
  reduceLock(sbomFolder);
  const bill: { serialNumber?: string; metadata: { timestamp?: string } } = JSON.parse(
    npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], sbomFolder),
  );
  rmSync(sbomFolder, { recursive: true });
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Returns the license texts of all installed packages. Packages of other platforms have those of this one. */
function licenseTexts(shipped: readonly ShippedPackage[]): string {
  const sections = shipped.flatMap(({ name, version, license }) => {
    const folder = join(root, 'node_modules', name);
    if (!existsSync(folder)) return [];
    const texts = readdirSync(folder)
      .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [
      `${name} ${version} (${license})\n\n${texts.join('\n\n') || 'The package has no text.'}`,
    ];
  });
  return `${sections.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
