import type { Assembly } from '../../../apps/server/src/collector/testing/assembly.ts';
import { startWorkerChild } from '../../../apps/server/src/collector/testing/processes/killable-child.ts';

export interface BenchmarkWorker {
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts workers with the product's leases and intervals.
 * @param options.count processes; with 0, one worker in this process, which has loaded its modules already
 */
export async function startWorkers(
  assembly: Assembly,
  {
    count,
    ...of
  }: { count: number; databaseUrl: string; lazadaUrl: string; callsPerSecond: number },
): Promise<BenchmarkWorker[]> {
  if (count === 0) {
    const concurrency = assembly.configuration.WORKER_CONCURRENCY;
    const worker = await assembly.collector.work({ concurrency });
    return [{ pid: process.pid, stop: () => worker.stop() }];
  }
  const children = Array.from({ length: count }, () =>
    startWorkerChild({ ...of, asShipped: true }),
  );
  return (await Promise.all(children)).map(({ pid, kill }) => ({ pid, stop: kill }));
}
