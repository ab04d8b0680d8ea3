import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countRows } from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { startSandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { sql } from '../../../apps/server/src/platform/database/database.ts';
import type { ChaosShop } from '../chaos/world.ts';
import { runServerCommand } from '../harness/server-command.ts';
import { keyFile, newDataFolder, startMachine, type Machine } from '../restore/machine.ts';
import { chooseShops, waitUntilEqual } from '../restore/wait-until-equal.ts';

const platforms = ['SHOPEE', 'LAZADA', 'TIKI', 'TIKTOK'] as const;
/** Long enough for one piece of work, short enough to be refreshed while a round waits. */
const accessTokenSeconds = 8;
const maxUnchangedMs = 90_000;
/** Rate after a restore, when nothing has to be caught in the middle. */
const fastCallsPerSecond = 200;

const countRefreshes = sql(
  'bench.refreshes',
  `select count(*)::integer as times from partners.credential_event where tenant_id = $1 and kind = 'refreshed'`,
);

export interface RestoreOptions {
  /** Size of the sandbox's shops. */
  size?: 'tiny' | 'small';
  /** Months of their past; those of the sandbox by default. */
  months?: number;
  /** Shops per marketplace. */
  shopsPerPlatform?: number;
  /** Marketplaces, from the first. Shopee and Tiki accept no refresh token twice. */
  marketplaces?: number;
  /** Whether the worker runs in a process of its own; it does by default. */
  hasOwnWorkerProcess?: boolean;
}

/**
 * Backs up an installation while it syncs new shops, destroys it after its tokens were replaced, restores it on another
 * machine and lets it continue there, round after round. After each round every figure must equal the ledgers, and each
 * shop that needs a new consent must be one that the restore has named.
 * @returns the problems
 */
export async function soakRestore(
  rounds: number,
  {
    size = 'small',
    months,
    shopsPerPlatform = 3,
    marketplaces = platforms.length,
    hasOwnWorkerProcess = true,
  }: RestoreOptions = {},
): Promise<string[]> {
  const sandbox = await startSandboxProcess([
    '--size',
    size,
    ...(months === undefined ? [] : ['--months', String(months)]),
  ]);
  await sandbox.clock({ frozen: true });
  const store = await newDataFolder();
  const callsPerSecond = size === 'tiny' ? 30 : 60;
  const chosen = platforms.slice(0, marketplaces);
  for (const platform of chosen) {
    await sandbox.control('PUT', platform.toLowerCase(), { accessTokenSeconds });
  }
  const waiting = await chooseShops(sandbox, chosen, shopsPerPlatform);
  const linked: ChaosShop[] = [];
  let dataDir = await newDataFolder();
  await writeFile(join(dataDir, 'vault.key'), keyFile, { mode: 0o600 });
  let machine = await startMachine(dataDir, sandbox, { callsPerSecond, hasOwnWorkerProcess });
  const { tenantId } = machine.seller;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // A part of the shops per round, so that every backup is taken during a backfill.
      const share = Math.ceil(waiting.length / (rounds - round + 1));
      for (const shop of waiting.splice(0, share)) {
        shop.shopId = await machine.seller.link(sandbox, shop.external, shop.platform);
        linked.push(shop);
      }
      const grown = await backUpDuringSync(machine, store);
      await waitForRefreshes(machine, linked.length);
      await machine.lose();
      dataDir = await newDataFolder();
      const report = await runServerCommand('restore', store, { DATA_DIR: dataDir });
      if ((await readFile(join(dataDir, 'vault.key'), 'utf8')) !== keyFile) {
        return [`round ${round}: the key of the vault did not come back`];
      }
      machine = await startMachine(dataDir, sandbox, {
        callsPerSecond: fastCallsPerSecond,
        tenantId,
        hasOwnWorkerProcess,
      });
      const { problems, relinked } = await waitUntilEqual(machine, sandbox, linked);
      const unnamed = relinked.filter((name) => !report.includes(`- ${name},`));
      problems.push(...unnamed.map((name) => `the restore has not named ${name}: ${report}`));
      process.stdout.write(
        `round ${round}: ${grown} rows synced during the backup; ${relinked.length} of ${linked.length} shops linked again\n`,
      );
      if (problems.length > 0) return problems.map((each) => `round ${round}: ${each}`);
    }
    return [];
  } finally {
    await machine.lose();
    await sandbox.stop();
    await rm(store, { recursive: true, force: true });
  }
}

/** Waits until rows arrive, and backs up. @returns the number of rows that arrived during the backup */
async function backUpDuringSync({ seller, dataDir }: Machine, store: string): Promise<number> {
  const begun = countRows(await seller.progress());
  await seller.until(maxUnchangedMs, (data) => countRows(data) > begun);
  const before = countRows(await seller.progress());
  await runServerCommand('backup', store, { DATA_DIR: dataDir });
  return countRows(await seller.progress()) - before;
}

/** Waits until as many tokens were replaced as shops are linked. The backup has none of them. */
async function waitForRefreshes({ seller, assembly }: Machine, count: number): Promise<void> {
  const refreshes = async () => {
    const { tenantId } = seller;
    const rows = await assembly.database.tenantRead<{ times: number }>(tenantId, countRefreshes, [
      tenantId,
    ]);
    return rows[0]?.times ?? 0;
  };
  const before = await refreshes();
  for (const end = performance.now() + maxUnchangedMs; (await refreshes()) < before + count;) {
    if (performance.now() > end) throw new Error('No token was refreshed');
    await seller.post('/collector/getData');
    await delay(500);
  }
}
