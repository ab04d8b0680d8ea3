import { createHmac, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { createEmptyDatabase, createTestDatabase } from '../../test/database.ts';
import { countRowsOfShops } from '../../test/shop-tables.ts';
import { openFolder } from '../platform/backup/storage/folder.ts';
import { restoreBackup } from '../platform/backup/restore-backup.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { logOptions } from '../platform/log.ts';
import { createKeyring } from '../platform/vault/vault.ts';
import { createPrivacy } from '../privacy/index.ts';
import { reconciliationRoutes } from '../reporting/index.ts';
import { assemble, assemblyKey } from './testing/assembly.ts';
import { isFullySynced, createSeller, type Seller } from './testing/linked-seller.ts';
import { partnerSettings } from '../../test/partner-settings.ts';
import { plantPersonalData } from './testing/planted-personal-data.ts';
import { createTestPushes, shopeePushUrl } from './testing/receiver.ts';
import { startSandboxProcess } from './testing/processes/sandbox-process.ts';
import { connectOwner } from '../../test/open-database.ts';

const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;
/** An ad account of the sandbox. */
const adAccount = '884410200164501';
const decompress = promisify(zstdDecompress);

let logged = '';

const [test, sandbox] = await Promise.all([
  createTestDatabase(),
  startSandboxProcess(['--size', 'tiny', '--months', '9', '--clock', '2026-11-11T08:00:00Z']),
]);
await sandbox.clock({ frozen: true });
const owner = await connectOwner(test.url);
const persons = plantPersonalData(`canary-${randomBytes(9).toString('hex')}-`, fetch);
const logStream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk.toString();
    done();
  },
});
const assembly = await assemble({
  databaseUrl: test.url,
  lazadaUrl: sandbox.lazadaUrl,
  environment: { ...partnerSettings(sandbox), SHOPEE_PUSH_URL: shopeePushUrl },
  log: pino(logOptions('trace'), logStream),
});
const worker = await assembly.collector.work({
  concurrency: 6,
  pollIntervalMs: 200,
  minReportPollMs: 60,
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await worker.stop();
  await assembly.stop();
  await sandbox.stop();
  await test.drop();
});

it('stores no trace of 1,000 planted names, addresses and messages: files, WAL, logs, pages, rows, backups', async () => {
  const seller = await createSeller(assembly);
  const pushes = createTestPushes(assembly);
  await pushes.routes(seller.http);
  const privacy = createPrivacy({
    database: assembly.database,
    boss: assembly.boss,
    log: assembly.log,
    disconnectAll: (tenantId) => assembly.partners.disconnectAll(tenantId),
    listShops: (tenantId) => assembly.partners.listShops(tenantId),
    isSignInFresh: async () => true,
    rawRetentionDays: 0,
    disconnectedDataDays: 0,
  });
  privacy.routes(seller.http);
  reconciliationRoutes(seller.http, {
    database: assembly.database,
    readCoverage: assembly.collector.coverage,
    refreshOrders: assembly.collector.refreshOrders,
    account: async () => null,
    now: () => new Date(),
  });
  await sandbox.control('PUT', 'facebook', { reportMs: 50 });
  const shops = await Promise.all(platforms.map(smallShop));
  const [lazada = '', shopee = '', , tiktok = ''] = shops;
  vi.stubGlobal('fetch', persons.fetch);
  const linked: string[] = [];
  for (const [index, platform] of platforms.entries()) {
    linked.push(await seller.link(sandbox, shops[index] ?? '', platform));
  }
  await seller.link(sandbox, adAccount, 'FACEBOOK');
  const data = await seller.until(180_000, isFullySynced);
  for (const { streams } of data.shops) {
    expect(streams.map(({ problem }) => problem)).toEqual(streams.map(() => null));
  }

  const deliveries = [
    deliveryOf('lazada', {
      seller_id: lazada,
      message_type: 10,
      data: { trade_order_id: '1', buyer_id: persons.mark(), reverse_status: persons.mark() },
    }),
    deliveryOf('shopee', {
      code: 3,
      shop_id: Number(shopee),
      data: { ordersn: 'X1', buyer_username: persons.mark(), note: persons.mark() },
    }),
    deliveryOf('tiktok', {
      type: 1,
      shop_id: tiktok,
      data: { order_id: '1', buyer_message: persons.mark(), address: persons.mark() },
    }),
  ];
  for (const { url, payload, authorization } of deliveries) {
    const answer = await seller.http.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization, 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(200);
  }
  await pushes.close();
  await uploadExport(seller, linked[0] ?? '');
  expect((await seller.post(`/partner/shops/${linked[0]}/erase`)).status).toBe(409);
  await seller.post(`/partner/shops/${linked[0]}/disconnect`);
  expect(persons.count()).toBeGreaterThanOrEqual(1000);

  await owner.query('checkpoint');
  await expectNoPersons(owner);
  const backup = await openBackup();
  await expectNoPersons(backup.rows);
  await backup.drop();

  const { rows } = await owner.query<{ directory: string; oid: string }>(
    `select current_setting('data_directory') as directory, oid::text from pg_database
      where datname = current_database()`,
  );
  const [{ directory, oid } = { directory: '', oid: '' }] = rows;
  const files = [
    ...(await filesIn(join(directory, 'base', oid))),
    ...(await filesIn(join(directory, 'pg_wal'))),
    join(dirname(directory), 'server.log'),
  ];
  // The search finds stored data, so it would also find a mark.
  const tenant = Buffer.from(seller.tenantId.replaceAll('-', ''), 'hex');
  const found = await search(files, [tenant, Buffer.from(persons.prefix)]);
  expect(found[0]?.length).toBeGreaterThan(5);
  expect(found[1]).toEqual([]);

  // An erasure deletes the rows of the disconnected shop and no others.
  const before = await countRowsOfShops(owner);
  expect(before.get(linked[0] ?? '')?.size).toBeGreaterThan(15);
  expect((await seller.post(`/partner/shops/${linked[0]}/erase`)).status).toBe(204);
  await privacy.upkeep(new AbortController().signal);
  const after = await countRowsOfShops(owner);
  expect(after.get(linked[0] ?? '')).toBeUndefined();
  for (const other of linked.slice(1)) {
    expect(after.get(other)?.get('reporting.sales_order')).toBe(
      before.get(other)?.get('reporting.sales_order'),
    );
  }
  expect(logged).toContain('Shop was disconnected');
  expect(logged).not.toContain(persons.prefix);
});

/** Returns the platform's smallest shop with at least eight orders. */
async function smallShop(platform: string): Promise<string> {
  const shops = await sandbox.shops(platform);
  const enough = shops.filter(({ orders }) => orders >= 8);
  const [first] = enough.toSorted((a, b) => a.orders - b.orders);
  return first?.externalShopId ?? '';
}

/** Builds a push with the signature of its marketplace. */
function deliveryOf(partner: 'lazada' | 'shopee' | 'tiktok', message: object) {
  const payload = JSON.stringify(message);
  const signing = {
    lazada: { key: 'sc-lazada-secret-0001', text: `100240${payload}` },
    shopee: { key: 'sc-shopee-partner-key-0001', text: `${shopeePushUrl}|${payload}` },
    tiktok: { key: 'sc-tiktok-secret-0001', text: `6sc100240tts${payload}` },
  }[partner];
  const authorization = createHmac('sha256', signing.key).update(signing.text).digest('hex');
  return { url: `/partner/push/${partner}`, payload, authorization };
}

const columnsOfPersons = [
  'customerName',
  'customerEmail',
  'nationalRegistrationNumber',
  'shippingName',
  'shippingAddress',
  'shippingPhone',
  'billingName',
  'billingAddr',
];

/** Uploads files with persons in each row: an export of Lazada with orders that differ, and one that is refused. */
async function uploadExport(seller: Seller, shopId: string): Promise<void> {
  const { rows: orders } = await owner.query<{ id: string; at: string }>(
    `select order_id as id, to_char(created_at at time zone 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD HH24:MI') as at
       from reporting.sales_order where shop_id = $1 order by created_at limit 4`,
    [shopId],
  );
  const rows = orders.flatMap(({ id, at }, index) => [
    [id, at, index === 0 ? 'unreadable' : '1', '0', 'delivered'],
    [`9${id}`, at, '1', '0', 'unknown'],
  ]);
  const heads = ['orderNumber', 'createTime', 'unitPrice', 'sellerDiscountTotal', 'status'];
  const lines = [
    [...heads, ...columnsOfPersons],
    ...rows.map((row) => [...row, ...columnsOfPersons.map(() => persons.mark())]),
  ].map((line) => line.join(','));
  for (const [payload, outcome] of [
    [lines.join('\r\n'), { statusCode: 201, body: expect.stringContaining('"rows":8') }],
    [lines.slice(1).join('\r\n'), { statusCode: 422 }],
  ] as const) {
    const answer = await seller.http.app.inject({
      method: 'POST',
      url: `/reporting/reconciliations?name=orders.csv&shop=${shopId}`,
      payload,
      headers: { authorization: 'Bearer seller', 'content-type': 'application/octet-stream' },
    });
    expect(answer).toMatchObject(outcome);
  }
}

/** Fails if any row of any table contains a mark, as text, as bytes, or compressed in a stored page. */
async function expectNoPersons(client: Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await client.query(
      `select from ${name} t where t::text like any (array['%' || $1 || '%', '%' || encode($1::bytea, 'hex') || '%'])`,
      [persons.prefix],
    );
    if (rowCount !== 0) found.push(name);
  }
  expect(tables.length).toBeGreaterThan(80);
  expect(found).toEqual([]);

  const { rows: pages } = await client.query<{ content: Buffer }>(
    'select content from collector.raw_page',
  );
  const texts = await Promise.all(pages.map(({ content }) => decompress(content)));
  expect(texts.filter((text) => text.includes('•••')).length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes(persons.prefix))).toEqual([]);
}

/** Writes a backup of the database and restores it into another one. */
async function openBackup(): Promise<{ rows: Client; drop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'personal-data-'));
  const target = await createEmptyDatabase();
  const settings = {
    storage: openFolder(folder),
    passphrase: 'a passphrase for the test',
    keyFolder: null,
  };
  const { backupId } = await writeBackup({ ...settings, databaseUrl: test.url, costLog2: 10 });
  await restoreBackup({
    ...settings,
    backupId,
    databaseUrl: target.url,
    applicationUrl: target.url,
    loadKeys: async () => createKeyring([assemblyKey]),
    replace: false,
  });
  const rows = new Client({ connectionString: target.url });
  rows.on('error', () => undefined);
  await rows.connect();
  return {
    rows,
    async drop() {
      await rows.end();
      await target.drop();
      await rm(folder, { recursive: true });
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
}

/** Returns for each text the files that contain it. Files that the server removes meanwhile are skipped. */
async function search(files: readonly string[], texts: readonly Buffer[]): Promise<string[][]> {
  const found = texts.map(() => new Set<string>());
  for (const file of files) {
    let end = Buffer.alloc(0);
    try {
      for await (const chunk of createReadStream(file)) {
        const part = Buffer.concat([end, chunk]);
        for (const [index, text] of texts.entries()) {
          if (part.includes(text)) found[index]?.add(file);
        }
        // A text may span two chunks.
        end = part.subarray(-64);
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return found.map((some) => [...some]);
}
