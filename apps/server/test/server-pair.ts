import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/platform/database/migrations.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@seller-connect/embedded-postgres';

/** A migrated primary with a standby that streams from it. Both are superuser's URLs. */
export interface ServerPair {
  primaryUrl: string;
  standbyUrl: string;
  stopStandby(): Promise<void>;
  /** Starts the stopped standby at the same address. */
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts two servers of the embedded PostgreSQL. The standby begins as a copy of the stopped primary. */
export async function startServerPair(): Promise<ServerPair> {
  const base = mkdtempSync(join(tmpdir(), 'server-pair-'));
  const start = (name: string) =>
    startEmbeddedPostgres({ dataDir: join(base, name), log: () => undefined, testing: true });
  const running: EmbeddedPostgres[] = [];
  const stop = async () => {
    for (const server of running.toReversed()) await server.stop();
    rmSync(base, { recursive: true, force: true });
  };
  try {
    const first = await start('primary');
    running.push(first);
    await migrate(first.connectionString);
    await first.stop();
    copyAsStandby(base);
    const primary = await start('primary');
    running[0] = primary;
    setPrimary(base, new URL(primary.connectionString));
    let standby = await start('standby');
    running.push(standby);
    return {
      primaryUrl: primary.connectionString,
      standbyUrl: standby.connectionString,
      stopStandby: () => standby.stop(),
      async startStandby() {
        standby = await start('standby');
        running[1] = standby;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const clusterOf = (base: string, name: string) => join(base, name, 'postgres', 'cluster');

function copyAsStandby(base: string): void {
  mkdirSync(join(base, 'standby'));
  // Keeps owners: a server that is started as root runs as another account.
  execFileSync('cp', ['-a', join(base, 'primary', 'postgres'), join(base, 'standby')]);
  const signal = join(clusterOf(base, 'standby'), 'standby.signal');
  if (!existsSync(signal)) writeFileSync(signal, '');
}

function setPrimary(base: string, url: URL): void {
  const connection = Object.entries({
    host: url.searchParams.get('host') ?? url.hostname,
    port: url.port,
    user: url.username,
    password: decodeURIComponent(url.password),
  })
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  appendFileSync(
    join(clusterOf(base, 'standby'), 'postgresql.auto.conf'),
    `primary_conninfo = '${connection}'\n`,
  );
}
