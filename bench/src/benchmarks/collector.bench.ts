import { sql } from '../../../apps/server/src/platform/database/database.ts';
import { assemble, type Assembly } from '../../../apps/server/src/collector/testing/assembly.ts';
import {
  isFullySynced,
  createSeller,
} from '../../../apps/server/src/collector/testing/linked-seller.ts';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
import {
  eventfulDays,
  storedDays,
} from '../../../apps/server/src/collector/testing/stored-days.ts';
import { serverPid } from '../harness/database.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';
import { measurePlainCopy } from '../reporting/plain-copy.ts';
import { cpuSeconds } from '../harness/process-usage.ts';
import { startWorkers } from '../harness/worker.ts';

const countRows = sql(
  'bench.rows',
  `select (select count(*) from reporting.sales_order where tenant_id = $1) as orders,
          (select count(*) from reporting.order_item where tenant_id = $1) as lines,
          (select count(*) from reporting.return_case where tenant_id = $1) as cases,
          (select count(*) from reporting.return_item where tenant_id = $1) as returned,
          (select count(*) from reporting.settlement_line where tenant_id = $1) as bookings`,
);

/** Counts of rows that came from the marketplace: orders and their lines, returns and their items, settlement lines. */
type Counted = Record<'orders' | 'lines' | 'cases' | 'returned' | 'bookings', number>;

const releaseClaims = sql('bench.release_claims', 'select partners.release_claims()');

/**
 * Links all Lazada shops, or the first `maxShops`, waits until orders and money are synced, and compares every day with
 * the sandbox's ledger.
 */
async function collect(assembly: Assembly, sandbox: SandboxProcess, maxShops?: number) {
  const { database } = assembly;
  const seller = await createSeller(assembly);
  const started = performance.now();
  const linked: [string, string][] = [];
  for (const { externalShopId } of (await sandbox.shops()).slice(0, maxShops)) {
    linked.push([await seller.link(sandbox, externalShopId), externalShopId]);
  }
  const passed = () => (performance.now() - started) / 1000;
  await seller.until(900_000, undefined, 200);
  const ordersSeconds = passed();
  await seller.until(900_000, isFullySynced, 200);
  const seconds = passed();
  for (const [shopId, externalShopId] of linked) {
    const ours = JSON.stringify(await storedDays(database, seller.tenantId, shopId));
    const theirs = JSON.stringify(eventfulDays(await sandbox.ledger(externalShopId)));
    if (ours !== theirs) throw new Error(`The figures of ${externalShopId} are not the ledger's`);
  }
  // Releases the claims so that another seller can link the shops in the next round.
  await database.tenant(seller.tenantId, (tx) => tx.execute(releaseClaims));
  const [counted] = await database.tenantRead<Record<keyof Counted, bigint>>(
    seller.tenantId,
    countRows,
    [seller.tenantId],
  );
  if (!counted) throw new Error('The rows could not be counted');
  const count: Counted = {
    orders: Number(counted.orders),
    lines: Number(counted.lines),
    cases: Number(counted.cases),
    returned: Number(counted.returned),
    bookings: Number(counted.bookings),
  };
  const rows = Object.values(count).reduce((sum, each) => sum + each, 0);
  return { ...count, rows, seconds, ordersSeconds };
}

function whole(value = 0): string {
  return Math.round(value).toLocaleString('en');
}

const benchmark: Benchmark = {
  measure({ isShort, withDatabase, startSandbox }) {
    // The first round runs on workers that have just started, the later ones on warm workers.
    const rounds = isShort ? 1 : 3;
    return withDatabase(async ({ url, database }) => {
      const sandbox = await startSandbox(isShort ? 'tiny' : 'small');
      const lazadaUrl = sandbox.lazadaUrl;
      const assembly = await assemble({ databaseUrl: url, lazadaUrl, logLevel: 'error' });
      const workers = await startWorkers(assembly, {
        count: isShort ? 0 : 2,
        databaseUrl: url,
        lazadaUrl,
        callsPerSecond: 1000,
      });
      try {
        const server = await serverPid(database);
        const used = () => cpuSeconds([sandbox.pid, server, ...workers.map(({ pid }) => pid)]);
        const rates: number[] = [];
        const costs: number[][] = [];
        const lineRates: number[] = [];
        let rows = 0;
        let read: Awaited<ReturnType<typeof collect>> | undefined;
        for (let round = 0; round < rounds; round += 1) {
          const before = used();
          read = await collect(assembly, sandbox, isShort ? 1 : undefined);
          const all = read.rows;
          const [ofSandbox = 0, ofServer = 0, ...ofWorkers] = used().map(
            (after, index) => ((after - (before[index] ?? 0)) / all) * 1e6,
          );
          costs.push([ofSandbox, ofWorkers.reduce((sum, each) => sum + each, 0), ofServer]);
          rates.push(all / read.seconds);
          lineRates.push(read.lines / read.ordersSeconds);
          rows += all;
        }
        const copied = rows / (await measurePlainCopy(url));
        const rate = median(rates);
        const cost = [0, 1, 2].map((part) => median(costs.map((each) => each[part] ?? 0)));
        const [ofSandbox = 0, ofWorkers = 0, ofServer = 0] = cost;
        const sum = ofSandbox + ofWorkers + ofServer;
        const figure = (perSecond: number) => `${whole(perSecond)} rows/s`;
        return [
          {
            name: `collector, the sandbox beside it: ${whole(read?.orders)} orders with ${whole(read?.lines)} lines equal to its ledger, ${whole(read?.cases)} returns of ${whole(read?.returned)} items, ${whole(read?.bookings)} bookings`,
            value: figure(rate),
            target: '≥ 20,000 rows/s',
            reached: rate >= 20_000,
          },
          {
            name: 'of these the order lines, until all orders are read',
            value: figure(median(lineRates)),
            target: '',
            reached: null,
          },
          {
            name: 'a plain COPY of the same rows, for comparison',
            value: `${figure(copied)}; the collector ${((rate / copied) * 100).toFixed(0)} % of it`,
            target: '',
            reached: null,
          },
          {
            name: 'processor time of a row: sandbox, workers, PostgreSQL',
            value: `${cost.map((each) => each.toFixed(0)).join(' + ')} = ${sum.toFixed(0)} µs`,
            target: '',
            reached: null,
          },
          {
            name: 'rows that two cores with nothing else to do have time for, by that',
            value: figure(2e6 / sum),
            target: '',
            reached: null,
          },
        ];
      } finally {
        for (const worker of workers) await worker.stop();
        await assembly.stop();
        await sandbox.stop();
      }
    });
  },
};

export default benchmark;
