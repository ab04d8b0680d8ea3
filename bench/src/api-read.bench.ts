import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import pg from 'pg';
import { createPartners } from '../../apps/server/src/partners/index.ts';
import { loadConfiguration } from '../../apps/server/src/platform/configuration.ts';
import { openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres/index.ts';
import { createHttp } from '../../apps/server/src/platform/http.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { migrate } from '../../apps/server/src/platform/migrations.ts';
import { keyring, openVault } from '../../apps/server/src/platform/vault/index.ts';
import { findCoreSession, openCoreSession } from '../../apps/server/src/sellers/core-session.ts';
import { median, type Benchmark } from './figure.ts';

const run = promisify(execFile);
const rounds = 5;
const secondsEach = 2;

async function perSecond(address: string, token: string): Promise<number> {
  const load = join(import.meta.dirname, 'load.ts');
  const { stdout } = await run(process.execPath, [load, address, token, String(secondsEach)]);
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
      `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, fence, token_fence, granted_at, changed_at)
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

const benchmark: Benchmark = {
  name: 'api-read',
  async measure() {
    const dataDir = await mkdtemp(join(tmpdir(), 'seller-connect-bench-'));
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const url = server.connectionString;
    await migrate(url);
    const log = createLog('silent');
    const database = openDatabase({ url, role: 'seller_connect_app', poolSize: 10, log });
    const owner = new pg.Pool({ connectionString: url, max: 10 });
    const tenantId = newId();
    await fill(owner, tenantId);

    const vault = await openVault(database, keyring([{ id: 'bench', bytes: randomBytes(32) }]));
    const configuration = loadConfiguration({ DEMO: '1' });
    const partners = createPartners({ configuration, database, vault, log });
    const authenticate = (token: string) => findCoreSession(database, token);
    const http = await createHttp({ log, authenticate });
    partners.routes(http);
    const ours = await http.app.listen({ host: '127.0.0.1', port: 0 });
    const credential = await openCoreSession(database, {
      tenantId,
      accountId: 'bench',
      signInId: null,
      notAfter: null,
    });

    const bare = Fastify();
    bare.get('/shops', async () => {
      const { rows } = await owner.query({ name: 'shops', text: shops, values: [tenantId] });
      return { items: rows, total: rows.length };
    });
    const theirs = await bare.listen({ host: '127.0.0.1', port: 0 });

    const ratios: number[] = [];
    const speeds: number[] = [];
    try {
      await perSecond(`${ours}/partner/shops`, credential.accessToken);
      await perSecond(`${theirs}/shops`, '');
      for (let round = 0; round < rounds; round += 1) {
        const our = await perSecond(`${ours}/partner/shops`, credential.accessToken);
        const their = await perSecond(`${theirs}/shops`, '');
        ratios.push(our / their);
        speeds.push(our);
      }
    } finally {
      await Promise.all([http.app.close(), bare.close(), database.close(), owner.end()]);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
    const ratio = median(ratios);
    return [
      {
        what: 'API read with session check and row-level security, against a bare handler',
        figure: `${(ratio * 100).toFixed(0)} % (${Math.round(median(speeds))}/s)`,
        bar: '≥ 50 %',
        reached: ratio >= 0.5,
      },
    ];
  },
};

export default benchmark;
