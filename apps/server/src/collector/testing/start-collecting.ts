import { afterAll } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { assemble, type Assembly, type AssemblyOptions } from './assembly.ts';
import { startSandboxProcess, type SandboxProcess } from './processes/sandbox-process.ts';

interface CollectingOptions {
  /** Arguments of the sandbox. Its clock stands still if they set it. */
  sandbox?: string[];
  /** Further options of the assembly, of which some need the sandbox's addresses. */
  assembly?(sandbox: SandboxProcess): Partial<AssemblyOptions>;
  /** Settings of the worker; null for none. */
  worker?: Parameters<Assembly['collector']['work']>[0] | null;
}

/** A program that syncs shops of a sandbox into a database of its own. */
export interface Collecting {
  databaseUrl: string;
  sandbox: SandboxProcess;
  assembly: Assembly;
}

/** Starts a sandbox, a database and a program with a worker, and stops them after the tests of the file. */
export async function startCollecting(options: CollectingOptions = {}): Promise<Collecting> {
  const { worker: settings = {} } = options;
  const [test, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandboxProcess(options.sandbox),
  ]);
  if (options.sandbox?.includes('--clock')) await sandbox.clock({ frozen: true });
  const assembly = await assemble({
    databaseUrl: test.url,
    lazadaUrl: sandbox.lazadaUrl,
    ...options.assembly?.(sandbox),
  });
  const worker =
    settings &&
    (await assembly.collector.work({ concurrency: 2, pollIntervalMs: 200, ...settings }));
  afterAll(async () => {
    await worker?.stop();
    await assembly.stop();
    await sandbox.stop();
    await test.drop();
  });
  return { databaseUrl: test.url, sandbox, assembly };
}
