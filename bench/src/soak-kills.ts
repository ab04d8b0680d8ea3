import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Database } from '../../apps/server/src/platform/database.ts';
import { assemble } from '../../apps/server/src/collector/testing/assembly.ts';
import type { DyingMoment } from '../../apps/server/src/collector/testing/dying-database.ts';
import { newSeller } from '../../apps/server/src/collector/testing/linked-seller.ts';
import { partnerSettings } from '../../apps/server/src/collector/testing/partner-settings.ts';
import {
  startSandboxProcess,
  type SandboxProcess,
} from '../../apps/server/src/collector/testing/sandbox-process.ts';
import { eventfulDays, storedDays } from '../../apps/server/src/collector/testing/stored-days.ts';
import { startWorkerChild } from '../../apps/server/src/collector/testing/worker-child.ts';
import { withDatabase } from './database.ts';

const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;
const shopsOfEach = 2;

const faults = [
  'duplicate_items',
  'reorder_items',
  'truncated_page',
  'http_5xx',
  'drop_connection',
];
const paths: Record<(typeof platforms)[number], readonly string[]> = {
  LAZADA: ['/orders/get', '/orders/items/get', '/products/get'],
  SHOPEE: ['/api/v2/order/get_order_list', '/api/v2/order/get_order_detail'],
  TIKI: ['/integration/v2/orders'],
  TIKTOK: ['/order/202309/orders/search'],
};

/** Every step of taking a stream, committing a page, closing a window, and renewing a token that is used once. */
const statements = [
  'collector.claim',
  'collector.open_window',
  'collector.renew',
  'collector.insert_raw_items',
  'collector.insert_raw_page',
  'reporting.lock_shop',
  'reporting.store_orders',
  'reporting.store_sku_facts',
  'reporting.rebuild_shop_days',
  'collector.move_window',
  'collector.save_stream',
  'collector.close_window',
  'collector.yield',
  'collector.succeed',
  'partners.begin_refresh',
  'partners.store_refreshed',
];
const moments = statements.flatMap((statement) =>
  (['before', 'after', 'committed'] as const).map((when) => ({ statement, when })),
);

const countStatement = sql(
  'soak.counts',
  `select (select count(*) from reporting.sales_order where tenant_id = $1 and shop_id = $2) as orders,
          (select rows from collector.stream where tenant_id = $1 and shop_id = $2 and stream = 'orders') as rows,
          (select count(*) from partners.credential_event where tenant_id = $1 and kind = 'refreshed') as renewals`,
);

interface LinkedShop {
  shopId: string;
  external: string;
  platform: string;
}

/**
 * Hours in minutes: a worker is killed again and again while it reads shops of every marketplace under faults, by turns
 * at a random moment and at one of the steps that must not be done by half. At the end every day of every shop must
 * equal the sandbox's ledger, and nothing may be there twice.
 * @returns what is wrong
 */
export function soakKills(kills: number): Promise<string[]> {
  return withDatabase(async ({ url, database }) => {
    const sandbox = await startSandboxProcess([
      '--size',
      'small',
      '--clock',
      '2026-11-11T08:00:00Z',
    ]);
    await sandbox.clock({ frozen: true });
    const { lazadaUrl } = sandbox;
    // Slow enough that the last kill still meets a back-fill under way.
    const callsPerSecond = Math.min(200, Math.max(1, Math.round(600 / kills)));
    const slow = partnerSettings(sandbox, callsPerSecond);
    const assembly = await assemble({ databaseUrl: url, lazadaUrl, environment: slow });
    // Renewed all the time. What a partner that knows no grace had given is lost with the process that asked for it.
    for (const path of ['lazada', 'tiktok']) {
      await sandbox.control('PUT', path, { accessTokenSeconds: 4, refreshGraceSeconds: 86_400 });
    }
    const seller = await newSeller(assembly);
    const linked: LinkedShop[] = [];
    for (const platform of platforms) {
      const shops = await sandbox.shops(platform);
      for (const { externalShopId: external } of shops.slice(0, shopsOfEach)) {
        linked.push({ shopId: await seller.link(sandbox, external, platform), external, platform });
      }
    }
    await sandbox.faults(
      platforms.flatMap((platform) =>
        faults.flatMap((kind) =>
          paths[platform].map((path) => ({ platform, kind, path, probability: 0.02 })),
        ),
      ),
    );
    let atMoment = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const diesAt: DyingMoment | undefined =
        kill % 2 === 0
          ? { ...momentAt(kill / 2 - 1), turn: 1 + Math.floor(Math.random() * 3) }
          : undefined;
      const worker = await startWorkerChild({
        databaseUrl: url,
        lazadaUrl,
        callsPerSecond,
        environment: slow,
        ...(diesAt && { diesAt }),
      });
      const waitMs = diesAt ? 4000 : 100 + Math.random() * 900;
      const died = await Promise.race([
        worker.ended.then(() => true),
        delay(waitMs).then(() => false),
      ]);
      if (died) atMoment += 1;
      await worker.kill();
      const { shops } = await seller.progress();
      const rows = shops.flatMap((shop) => shop.streams).reduce((sum, each) => sum + each.rows, 0);
      const where = diesAt && died ? `${diesAt.when} ${diesAt.statement}` : 'at random';
      process.stdout.write(`kill ${kill} of ${kills}, ${where}: ${rows} rows\n`);
    }
    await sandbox.faults([]);
    const worker = await startWorkerChild({
      databaseUrl: url,
      lazadaUrl,
      callsPerSecond: 1000,
      environment: partnerSettings(sandbox),
    });
    await seller.until(900_000);
    await worker.kill();

    const wrong: string[] = [];
    for (const shop of linked) {
      wrong.push(...(await compare(database, sandbox, seller.tenantId, shop)));
    }
    const [counted] = await database.tenantRead<{ renewals: bigint }>(
      seller.tenantId,
      countStatement,
      [seller.tenantId, linked[0]?.shopId],
    );
    process.stdout.write(
      `${atMoment} kills at a chosen step, ${counted?.renewals} renewals of tokens\n`,
    );
    await assembly.stop();
    await sandbox.stop();
    return wrong;
  });
}

function momentAt(index: number): Pick<DyingMoment, 'statement' | 'when'> {
  // A step that shares no factor with their number, so that few kills already reach different statements.
  const moment = moments[(index * 7) % moments.length];
  if (!moment) throw new Error('There is no moment to die at');
  return moment;
}

async function compare(
  database: Database,
  sandbox: SandboxProcess,
  tenantId: string,
  { shopId, external, platform }: LinkedShop,
): Promise<string[]> {
  const wrong: string[] = [];
  const name = `${platform} ${external}`;
  const ledger = await sandbox.ledger(external, platform);
  const ours = await storedDays(database, tenantId, shopId);
  if (JSON.stringify(ours) !== JSON.stringify(eventfulDays(ledger))) {
    wrong.push(`${name}: the figures are not the ledger's`);
  }
  const [counted] = await database.tenantRead<{ orders: bigint; rows: bigint }>(
    tenantId,
    countStatement,
    [tenantId, shopId],
  );
  const placed = BigInt(ledger.reduce((sum, day) => sum + day.placedOrders, 0));
  if (counted?.orders !== placed || counted.rows !== placed) {
    wrong.push(`${name}: ${counted?.orders} orders and ${counted?.rows} rows of ${placed}`);
  }
  return wrong;
}
