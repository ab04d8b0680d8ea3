import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  assemble,
  assemblyKey,
  shortRunLimits,
  type Assembly,
} from '../../../apps/server/src/collector/testing/assembly.ts';
import { shortIntervals } from '../../../apps/server/src/collector/testing/processes/child-options.ts';
import { startWorkerChild } from '../../../apps/server/src/collector/testing/processes/killable-child.ts';
import {
  createSeller,
  type Seller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../../apps/server/test/partner-settings.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import { copyInstallation } from '../../../apps/server/src/platform/backup/copy-installation.ts';
import { startEmbeddedPostgres } from '@seller-connect/embedded-postgres';

/** The key file of the vault, with the only key of the assembly. */
export const keyFile = `${assemblyKey.id}:${assemblyKey.bytes.toString('base64')}\n`;

/** A machine with an installation: an embedded database, a worker and the API. */
export interface Machine {
  dataDir: string;
  assembly: Assembly;
  seller: Seller;
  /** Kills the worker, which is stopped if it has no process of its own, and stops the rest. Idempotent. */
  stop(): Promise<void>;
  /** Stops the machine, and deletes its disk with all that is on it. */
  lose(): Promise<void>;
}

/** A database of the machine. */
export interface MachineServer {
  url: string;
  stop(): Promise<void>;
}

export function newDataFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'seller-connect-machine-'));
}

/** Starts the embedded database of a folder, as the program does. */
export async function startServer(dataDir: string): Promise<MachineServer> {
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    copyData: copyInstallation,
  });
  return { url: server.connectionString, stop: () => server.stop() };
}

/**
 * Starts an installation on the data of a folder.
 * @param options.tenantId the seller's tenant; a new one by default
 * @param options.start starts the database
 * @param options.hasOwnWorkerProcess whether the worker runs in a process of its own; it does by default
 */
export async function startMachine(
  dataDir: string,
  sandbox: SandboxProcess,
  {
    callsPerSecond,
    tenantId,
    start = startServer,
    hasOwnWorkerProcess = true,
  }: {
    callsPerSecond: number;
    tenantId?: string;
    start?: (dataDir: string) => Promise<MachineServer>;
    hasOwnWorkerProcess?: boolean;
  },
): Promise<Machine> {
  const database = await start(dataDir);
  await migrate(database.url);
  const options = {
    databaseUrl: database.url,
    lazadaUrl: sandbox.lazadaUrl,
    callsPerSecond,
    environment: partnerSettings(sandbox, callsPerSecond),
  };
  const assembly = await assemble({ ...options, runLimits: shortRunLimits });
  const seller = await createSeller(assembly, {
    sessionMs: 86_400_000,
    ...(tenantId !== undefined && { tenantId }),
  });
  const stopWorker = await startWorker();
  async function startWorker(): Promise<() => Promise<void>> {
    if (hasOwnWorkerProcess) return (await startWorkerChild(options)).kill;
    const worker = await assembly.collector.work(shortIntervals);
    return () => worker.stop();
  }
  let isStopped = false;
  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    await stopWorker();
    await assembly.stop();
    await database.stop();
  }
  return {
    dataDir,
    assembly,
    seller,
    stop,
    async lose() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
