import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import type pg from 'pg';
import { createPartners } from '../../../apps/server/src/partners/index.ts';
import { loadConfiguration } from '../../../apps/server/src/platform/config/configuration.ts';
import { createHttp } from '../../../apps/server/src/platform/http/http.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { createKeyring, openVault } from '../../../apps/server/src/platform/vault/vault.ts';
import {
  findCoreSession,
  createCoreSession,
} from '../../../apps/server/src/sellers/core-session/core-session-store.ts';
import { ownerPool, type BenchmarkDatabase } from '../harness/database.ts';
import { median, type Benchmark } from '../harness/benchmark.ts';

const run = promisify(execFile);

async function perSecond(address: string, token: string, seconds: number): Promise<number> {
  const load = join(import.meta.dirname, '../harness/http-load.ts');
  const { stdout } = await run(process.execPath, [load, address, token, String(seconds)]);
  return Number(stdout);
}

const shops = `select s.shop_id, s.platform, s.external_shop_id, s.name, s.region, s.currency, s.time_zone,
    c.state, s.linked_at
  from partners.shop s
  join partners.connection c on c.tenant_id = s.tenant_id and c.connection_id = s.connection_id
  where s.tenant_id = $1 order by s.linked_at, s.shop_id`;

async function fill(owner: pg.Pool, tenantId: string): Promise<void> {
  await owner.query(
    `insert into sellers.member (tenant_id, account_id, role, joined_at) values ($1, 'bench', 'owner', now())`,
    [tenantId],
  );
  for (let index = 0; index < 3; index += 1) {
    const connectionId = newId();
    await owner.query(
      `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, fencing_token, token_revision, granted_at, changed_at)
       values ($1, $2, 'LAZADA', 'connected', 'x', 1, 1, now(), now())`,
      [tenantId, connectionId],
    );
    await owner.query(
      `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name,
         currency, time_zone, partner_status, linked_at, changed_at)
       values ($1, $2, $3, 'LAZADA', 'VN', $4, 'Hoa Mai', 'VND', 'Asia/Ho_Chi_Minh', 'ACTIVE', now(), now())`,
      [tenantId, newId(), connectionId, String(index)],
    );
  }
}

/** Returns requests per second of our route and of the bare handler, one pair per round. */
async function measureRounds(
  { url, database }: BenchmarkDatabase,
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const log = createLog('silent');
  const owner = ownerPool(url, 10);
  const bare = Fastify();
  const authenticate = (token: string) => findCoreSession(database, token);
  const http = await createHttp({ log, authenticate });
  try {
    const tenantId = newId();
    await fill(owner, tenantId);
    const vault = await openVault(
      database,
      createKeyring([{ id: 'bench', bytes: randomBytes(32) }]),
    );
    const configuration = loadConfiguration({ DEMO: '1' });
    createPartners({ configuration, database, vault, log }).routes(http);
    const ours = await http.app.listen({ host: '127.0.0.1', port: 0 });
    const { accessToken } = await createCoreSession(database, {
      tenantId,
      accountId: 'bench',
      signInId: null,
      notAfter: null,
    });
    bare.get('/shops', async () => {
      const { rows } = await owner.query({ name: 'shops', text: shops, values: [tenantId] });
      return { items: rows, total: rows.length };
    });
    const theirs = await bare.listen({ host: '127.0.0.1', port: 0 });
    const both = async () => ({
      ours: await perSecond(`${ours}/partner/shops`, accessToken, seconds),
      theirs: await perSecond(`${theirs}/shops`, '', seconds),
    });
    await both();
    const speeds = [];
    for (let round = 0; round < rounds; round += 1) speeds.push(await both());
    return speeds;
  } finally {
    await Promise.all([http.app.close(), bare.close(), owner.end()]);
  }
}

const benchmark: Benchmark = {
  async measure({ isShort, withDatabase }) {
    const size = isShort ? { rounds: 1, seconds: 0.1 } : { rounds: 5, seconds: 2 };
    const speeds = await withDatabase((given) => measureRounds(given, size));
    const ratio = median(speeds.map((each) => each.ours / each.theirs));
    return [
      {
        name: 'API read with session check and row-level security, against a bare handler',
        value: `${(ratio * 100).toFixed(0)} % (${Math.round(median(speeds.map((each) => each.ours)))}/s)`,
        target: '≥ 50 %',
        reached: ratio >= 0.5,
      },
    ];
  },
};

export default benchmark;
