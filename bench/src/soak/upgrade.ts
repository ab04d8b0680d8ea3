import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countRows } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { startSandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { sql } from '../../../apps/server/src/platform/database/database.ts';
import { prepareCluster } from '@seller-connect/embedded-postgres/cluster';
import { chooseAddress, connectionUrl } from '@seller-connect/embedded-postgres/connection';
import { fetchEarlierBinaries } from '@seller-connect/embedded-postgres/earlier-binaries';
import { launchServer } from '@seller-connect/embedded-postgres/guarded-server';
import { keyFile, newDataFolder, startMachine, type MachineServer } from '../restore/machine.ts';
import { chooseShops, waitUntilEqual } from '../restore/wait-until-equal.ts';

const earlierVersion = 17;
const maxUnchangedMs = 90_000;
const log = () => undefined;

const readVersion = sql(
  'bench.version',
  `select current_setting('server_version_num')::integer / 10000 as major`,
);

/**
 * Syncs shops on a database of the earlier major version, stops in the middle, and starts the program on the same
 * folder, which fetches the earlier programs with npm and upgrades the data. At the end every figure must equal the
 * ledgers.
 * @returns the problems
 */
export async function soakUpgrade(rounds: number): Promise<string[]> {
  for (let round = 1; round <= rounds; round += 1) {
    const problems = await upgradeOnce();
    if (problems.length > 0) return problems.map((each) => `round ${round}: ${each}`);
  }
  return [];
}

async function upgradeOnce(): Promise<string[]> {
  const sandbox = await startSandboxProcess(['--size', 'tiny']);
  await sandbox.clock({ frozen: true });
  const dataDir = await newDataFolder();
  await writeFile(join(dataDir, 'vault.key'), keyFile, { mode: 0o600 });
  let machine = await startMachine(dataDir, sandbox, { callsPerSecond: 60, start: startEarlier });
  const { tenantId } = machine.seller;
  try {
    const shops = await chooseShops(sandbox, ['SHOPEE', 'LAZADA', 'TIKTOK'], 1);
    for (const shop of shops) {
      shop.shopId = await machine.seller.link(sandbox, shop.external, shop.platform);
    }
    const rows = countRows(
      await machine.seller.until(maxUnchangedMs, (data) => countRows(data) > 50),
    );
    await machine.stop();
    const startedAt = performance.now();
    machine = await startMachine(dataDir, sandbox, { callsPerSecond: 200, tenantId });
    const seconds = (performance.now() - startedAt) / 1000;
    const [version] = await machine.assembly.database.query<{ major: number }>(readVersion);
    const problems: string[] = [];
    if ((version?.major ?? 0) <= earlierVersion) problems.push(`version ${version?.major}`);
    if (!existsSync(join(dataDir, 'postgres', `cluster-${earlierVersion}`))) {
      problems.push('the data of the earlier version are gone');
    }
    const outcome = await waitUntilEqual(machine, sandbox, shops);
    process.stdout.write(
      `${rows} rows of PostgreSQL ${earlierVersion} were upgraded to ${version?.major}; the start took ${seconds.toFixed(1)} s\n`,
    );
    return [
      ...problems,
      ...outcome.problems,
      ...outcome.relinked.map((name) => `${name} lost its token`),
    ];
  } finally {
    await machine.lose();
    await sandbox.stop();
  }
}

/** Starts a database of the earlier version in a data folder, as its program did. */
async function startEarlier(dataDir: string): Promise<MachineServer> {
  const binaries = await fetchEarlierBinaries(earlierVersion, join(dataDir, 'postgres'), log);
  const cluster = await prepareCluster(dataDir, binaries, log);
  const address = await chooseAddress(cluster);
  const server = await launchServer({ cluster, binaries, address, testing: false, log });
  return { url: connectionUrl(cluster, address), stop: () => server.stop() };
}
