import { sql } from '../../apps/server/src/platform/database.ts';
import { assemble, type Assembly } from '../../apps/server/src/collector/testing/assembly.ts';
import { newSeller } from '../../apps/server/src/collector/testing/linked-seller.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../apps/server/src/collector/testing/sandbox-process.ts';
import { startWorkerChild } from '../../apps/server/src/collector/testing/worker-child.ts';
import { eventfulDays, storedDays } from '../../apps/server/src/collector/testing/stored-days.ts';
import { serverProcess, withDatabase } from './database.ts';
import { median, type Benchmark } from './figure.ts';
import { plainCopy } from './plain-copy.ts';
import { processorTime } from './processor-time.ts';

/** The first meets workers that have just started, the others such as have run for a while. */
const rounds = 3;

const countLines = sql(
  'bench.lines',
  'select count(*) as lines from reporting.order_item where tenant_id = $1',
);

const releaseClaims = sql('bench.release_claims', 'select partners.release_claims()');

/** Links all of Lazada's shops, waits until everything is read, and compares every day with the sandbox's ledger. */
async function collect(assembly: Assembly, sandbox: SandboxProcess) {
  const { database } = assembly;
  const seller = await newSeller(assembly);
  const started = performance.now();
  const linked: [string, string][] = [];
  for (const { externalShopId } of await sandbox.shops()) {
    linked.push([await seller.link(sandbox, externalShopId), externalShopId]);
  }
  await seller.until(900_000, undefined, 500);
  const seconds = (performance.now() - started) / 1000;
  for (const [shopId, externalShopId] of linked) {
    const ours = JSON.stringify(await storedDays(database, seller.tenantId, shopId));
    const theirs = JSON.stringify(eventfulDays(await sandbox.ledger(externalShopId)));
    if (ours !== theirs) throw new Error(`The figures of ${externalShopId} are not the ledger's`);
  }
  // Another seller may link them in the next round.
  await database.tenant(seller.tenantId, (tx) => tx.execute(releaseClaims));
  const [counted] = await database.tenantRead<{ lines: bigint }>(seller.tenantId, countLines, [
    seller.tenantId,
  ]);
  return { lines: Number(counted?.lines ?? 0n), seconds };
}

const benchmark: Benchmark = {
  name: 'collector',
  async measure() {
    return withDatabase(async ({ url, database }) => {
      const sandbox = await startSandboxProcess([
        '--size',
        'small',
        '--clock',
        '2026-11-11T08:00:00Z',
      ]);
      await sandbox.clock({ frozen: true });
      const lazadaUrl = sandbox.lazadaUrl;
      const assembly = await assemble({ databaseUrl: url, lazadaUrl });
      const workers = await Promise.all(
        [1, 2].map(() => startWorkerChild({ databaseUrl: url, lazadaUrl, callsPerSecond: 1000 })),
      );
      try {
        const server = await serverProcess(database);
        const used = () =>
          [sandbox.pid, server, ...workers.map((worker) => worker.pid)].map(processorTime);
        const rates: number[] = [];
        const costs: number[][] = [];
        let lines = 0;
        for (let round = 0; round < rounds; round += 1) {
          const before = used();
          const read = await collect(assembly, sandbox);
          const [ofSandbox = 0, ofServer = 0, ...ofWorkers] = used().map(
            (after, index) => ((after - (before[index] ?? 0)) / read.lines) * 1e6,
          );
          costs.push([ofSandbox, ofWorkers.reduce((sum, each) => sum + each, 0), ofServer]);
          rates.push(read.lines / read.seconds);
          lines += read.lines;
        }
        const copied = lines / (await plainCopy(url));
        const rate = median(rates);
        const cost = [0, 1, 2].map((part) => median(costs.map((each) => each[part] ?? 0)));
        const [ofSandbox = 0, ofWorkers = 0, ofServer = 0] = cost;
        const whole = ofSandbox + ofWorkers + ofServer;
        const figure = (perSecond: number) =>
          `${Math.round(perSecond).toLocaleString('en')} rows/s`;
        return [
          {
            what: `collector, the sandbox beside it, ${(lines / rounds).toLocaleString('en')} order lines equal to its ledger`,
            figure: figure(rate),
            bar: '≥ 20,000 rows/s',
            reached: rate >= 20_000,
          },
          {
            what: 'a plain COPY of the same rows, for comparison',
            figure: `${figure(copied)}; the collector ${((rate / copied) * 100).toFixed(0)} % of it`,
            bar: '',
            reached: null,
          },
          {
            what: 'processor time of a row: sandbox, workers, PostgreSQL',
            figure: `${cost.map((each) => each.toFixed(0)).join(' + ')} = ${whole.toFixed(0)} µs`,
            bar: '',
            reached: null,
          },
          {
            what: 'rows that two cores with nothing else to do have time for, by that',
            figure: figure(2e6 / whole),
            bar: '',
            reached: null,
          },
        ];
      } finally {
        for (const worker of workers) await worker.kill();
        await assembly.stop();
        await sandbox.stop();
      }
    });
  },
};

export default benchmark;
