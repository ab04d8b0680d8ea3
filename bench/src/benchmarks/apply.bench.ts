import { applyOrders, registerShop } from '../../../apps/server/src/reporting/index.ts';
import { generateOrders } from '../../../apps/server/src/reporting/testing/generate-orders.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';
import { appliedTables, measurePlainCopy } from '../reporting/plain-copy.ts';

/** Shops written concurrently, as a worker does. */
const shops = 2;

const benchmark: Benchmark = {
  measure({ isShort, withDatabase }) {
    const [rounds, pageCount, pageSize] = isShort ? [1, 2, 100] : [3, 20, 1000];
    return withDatabase(async ({ url, database }) => {
      const orders = generateOrders({
        count: pageCount * pageSize,
        seed: 1,
        from: new Date('2025-05-01T00:00:00Z'),
        to: new Date('2026-11-01T00:00:00Z'),
        skus: 800,
      });
      const rows = orders.reduce((sum, order) => sum + order.items.length, 0) * shops;
      const pages = Array.from({ length: pageCount }, (_, index) =>
        orders.slice(index * pageSize, (index + 1) * pageSize),
      );

      async function write(tenantId: string, shopIds: readonly string[], observedAt: Date) {
        const started = performance.now();
        await Promise.all(
          shopIds.map(async (shopId) => {
            for (const page of pages) {
              await database.tenant(tenantId, (tx) =>
                applyOrders(tx, shopId, page, { observedAt, mappingVersion: 1 }),
              );
            }
          }),
        );
        return rows / ((performance.now() - started) / 1000);
      }

      const fresh: number[] = [];
      const again: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const tenantId = newId();
        const shopIds = Array.from({ length: shops }, () => newId());
        for (const shopId of shopIds) {
          await database.tenant(tenantId, (tx) =>
            registerShop(
              tx,
              {
                shopId,
                platform: 'LAZADA',
                name: 'Hoa Mai',
                region: 'VN',
                currency: 'VND',
                timeZone: 'Asia/Ho_Chi_Minh',
              },
              new Date(),
            ),
          );
        }
        const observedAt = new Date();
        fresh.push(await write(tenantId, shopIds, observedAt));
        again.push(await write(tenantId, shopIds, observedAt));
      }
      const copied = (rows * rounds) / (await measurePlainCopy(url, appliedTables));
      const perSecond = (values: number[]) =>
        `${Math.round(median(values)).toLocaleString('en')} rows/s`;
      return [
        {
          name: 'order lines to canonical rows, facts and rollups, two shops at once',
          value: perSecond(fresh),
          target: '≥ 20,000 rows/s',
          reached: median(fresh) >= 20_000,
        },
        {
          name: 'a plain COPY of the same rows, for comparison',
          value: `${perSecond([copied])}; applying is ${((median(fresh) / copied) * 100).toFixed(0)} % of it`,
          target: '',
          reached: null,
        },
        {
          name: 'the same lines again, unchanged',
          value: perSecond(again),
          target: '≥ 20,000 rows/s',
          reached: median(again) >= 20_000,
        },
      ];
    });
  },
};

export default benchmark;
