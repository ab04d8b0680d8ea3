import type { Reconciliation, ReconciliationDifferenceList } from '@seller-connect/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { reconciliationRoutes } from '../reporting/index.ts';
import { assemble, type Assembly } from './testing/assembly.ts';
import { newSeller, type Seller } from './testing/linked-seller.ts';
import { partnerSettings } from './testing/partner-settings.ts';
import { startSandboxProcess, type SandboxProcess } from './testing/sandbox-process.ts';

const shops = {
  LAZADA: '200386419',
  SHOPEE: '0',
  TIKI: '0',
  TIKTOK: '7494391241642441604',
};
type Platform = keyof typeof shops;

let test: TestDatabase;
let sandbox: SandboxProcess;
let assembly: Assembly;
let worker: { stop(): Promise<void> };
let seller: Seller;

/** A call of the sandbox's control API whose answer is no JSON, too. */
async function control(path: string): Promise<Response> {
  const answer = await fetch(`${sandbox.controlUrl}/_sandbox/${path}`);
  expect(answer.status).toBe(200);
  return answer;
}

beforeAll(async () => {
  [test, sandbox] = await Promise.all([
    createTestDatabase(),
    startSandboxProcess(['--size', 'small', '--clock', '2026-11-11T08:00:00Z']),
  ]);
  await sandbox.clock({ frozen: true });
  const { lazadaUrl } = sandbox;
  const environment = {
    ...partnerSettings(sandbox),
    SHOPEE_CALLS_PER_SECOND: '1000',
    TIKTOK_CALLS_PER_SECOND: '1000',
  };
  assembly = await assemble({ databaseUrl: test.url, lazadaUrl, environment });
  worker = await assembly.collector.work({ concurrency: 3, lookEveryMs: 200 });
  seller = await newSeller(assembly);
  reconciliationRoutes(seller.http, {
    database: assembly.database,
    readCoverage: (tenant) => assembly.collector.coverage(tenant),
    person: async () => ({ name: 'Lan' }),
    now: () => new Date(),
  });
  const known: { items: { platform: Platform; externalShopId: string; orders: number }[] } = Object(
    await (await control('shops')).json(),
  );
  for (const platform of platforms) {
    const smallest = known.items
      .filter((shop) => shop.platform === platform)
      .toSorted((a, b) => a.orders - b.orders)[0];
    shops[platform] = smallest?.externalShopId ?? '';
    await seller.link(sandbox, shops[platform], platform);
  }
  await seller.until(120_000);
}, 180_000);
afterAll(async () => {
  await worker.stop();
  await assembly.stop();
  await sandbox.stop();
  await test.drop();
});

const platforms = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const;

const expected: Readonly<Record<string, readonly string[]>> = {
  missing: ['missing_in_file'],
  extra: ['missing_with_us'],
  doubled: ['rows_repeated'],
  amount: ['amount_differs'],
  unpaid: ['not_paid', 'never_paid'],
  zone: ['time_zone'],
  status: ['status_differs'],
};

async function upload(file: Buffer, name: string, more = '') {
  const answer = await seller.http.app.inject({
    method: 'POST',
    url: `/reporting/reconciliations?name=${encodeURIComponent(name)}${more}`,
    headers: {
      authorization: 'Bearer seller',
      'content-type': 'application/octet-stream',
      'accept-language': 'en',
    },
    payload: file,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function check(platform: Platform, wish: string, format: 'csv' | 'xlsx') {
  const query = `platform=${platform}&shop=${shops[platform]}&from=2026-08-01&to=2026-10-31&${wish}`;
  const file = await control(`export?${query}&format=${format}`);
  const name = /filename="(.+)"/.exec(file.headers.get('content-disposition') ?? '')?.[1] ?? '';
  const { status, body } = await upload(Buffer.from(await file.arrayBuffer()), name);
  expect([status, body.message]).toEqual([201, undefined]);
  const result: Reconciliation = body;
  const { items: planted }: { items: { kind: string; orderId: string }[] } = Object(
    await (await control(`export/planted?${query}`)).json(),
  );
  const listed = await seller.get(
    `/reporting/reconciliations/${result.id}/differences?pageSize=100`,
  );
  const differences: ReconciliationDifferenceList = Object(listed.body);
  return { result, planted, differences };
}

describe.each(platforms)('the export file of %s', (platform) => {
  it('is the report to the đồng when nothing is planted', async () => {
    const { result, differences } = await check(platform, '', 'xlsx');
    expect(differences.items).toEqual([]);
    expect(result).toMatchObject({ verdict: 'matched', differing: 0, checkedBy: 'Lan' });
    expect(result.equal).toBeGreaterThan(10);
    expect(result.totals.length).toBeGreaterThan(0);
    for (const total of result.totals) expect(total.file).toBe(total.ours);
  });

  it.each([1, 2, 3, 4, 5, 6])(
    'with differences planted (%i): all are found and none is invented',
    async (seed) => {
      const kinds = Object.keys(expected).map((kind, index) => `${kind}:${(seed + index) % 4}`);
      const wish = `plant=${kinds.join(',')}&seed=${seed}`;
      const { result, planted, differences } = await check(
        platform,
        wish,
        seed % 2 ? 'csv' : 'xlsx',
      );
      const found = differences.items.map(({ orderId, reason }) => [orderId, reason]);
      const kindOf = new Map(planted.map(({ orderId, kind }) => [orderId, kind]));
      expect(found.map(([orderId = '']) => orderId).toSorted()).toEqual(
        [...kindOf.keys()].toSorted(),
      );
      for (const [orderId = '', reason] of found) {
        expect([orderId, expected[kindOf.get(orderId) ?? '']]).toEqual([
          orderId,
          expect.arrayContaining([reason]),
        ]);
      }
      // The differences are the whole difference.
      const [total] = result.totals;
      const effects = differences.items.reduce((sum, { effect }) => sum + Number(effect), 0);
      expect(Number(total?.file) - Number(total?.ours)).toBe(effects);
    },
  );
});
