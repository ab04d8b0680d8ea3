import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate } from '../../../apps/server/src/platform/database/migrations.ts';
import { newId } from '../../../apps/server/src/platform/ids.ts';
import { ownerPool, withPool } from '../harness/database.ts';
import { soakKills } from './kills.ts';

const run = promisify(execFile);

const nodeLostForMs = 15_000;

/**
 * Runs the product on a database that is distributed by tenant: the coordinator of a Citus cluster, which
 * `DISTRIBUTED_DATABASE_URL` names as a superuser. It has to be empty. Syncs, pushes and kills as in `kills`, after which
 * every layer has to equal the ledgers; then reads all reports as their team, and as hostile sessions. If
 * `DISTRIBUTED_NODE_STOP` and `DISTRIBUTED_NODE_START` are commands that stop and start a node, one is lost meanwhile.
 * On plain PostgreSQL it proves only that this test works, and says so.
 * @returns the problems
 */
export async function soakDistributed(kills: number): Promise<string[]> {
  const url = process.env['DISTRIBUTED_DATABASE_URL'];
  if (!url)
    return ['DISTRIBUTED_DATABASE_URL has to name an empty database of a Citus coordinator'];
  await migrate(url);
  const owner = ownerPool(url, 2);
  try {
    process.stdout.write(`${await describeCluster(owner)}\n`);
    const problems = [
      ...(await findLocalTables(owner)),
      ...(await soakKills(kills, (work) => withPool(url, work), loseNode)),
    ];
    problems.push(...(await findLeaks(url, owner)), ...(await findSilentReports(url, owner)));
    return problems;
  } finally {
    await owner.end();
  }
}

async function hasCitus(owner: pg.Pool): Promise<boolean> {
  const { rows } = await owner.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

async function describeCluster(owner: pg.Pool): Promise<string> {
  if (!(await hasCitus(owner))) return 'This is plain PostgreSQL: nothing is distributed';
  const { rows } = await owner.query<{ version: string; nodes: string }>(
    'select citus_version() as version, count(*) as nodes from citus_get_active_worker_nodes()',
  );
  return `${rows[0]?.version}, ${rows[0]?.nodes} nodes`;
}

/** Returns tables of tenants that are not distributed, or not beside the others. */
async function findLocalTables(owner: pg.Pool): Promise<string[]> {
  if (!(await hasCitus(owner))) return [];
  const { rows } = await owner.query<{ name: string }>(`
    select p.polrelid::regclass::text as name
      from pg_policy p left join pg_dist_partition d on d.logicalrelid = p.polrelid
     where p.polname = 'tenant'
       and d.colocationid is distinct from (
         select colocationid from pg_dist_partition where logicalrelid = 'collector.stream'::regclass)`);
  return rows.map(({ name }) => `${name} is not distributed beside collector.stream`);
}

/** @throws if a command fails */
async function loseNode(): Promise<void> {
  const { DISTRIBUTED_NODE_STOP: stop, DISTRIBUTED_NODE_START: start } = process.env;
  if (!stop || !start) {
    process.stdout.write('No node is lost: DISTRIBUTED_NODE_STOP and _START are not set\n');
    return;
  }
  await run('sh', ['-c', stop]);
  await delay(nodeLostForMs);
  await run('sh', ['-c', start]);
  process.stdout.write('A node was lost and is back\n');
}

/** Runs `work` with a session of the product's role. */
async function asProduct<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c role=seller_connect_app',
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in a transaction that is rolled back. */
async function tryOut<T>(client: pg.Client, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(begin);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select from ${table} limit 1`);
  return rows.length > 0;
}

async function tenantTables(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select polrelid::regclass::text as name from pg_policy where polname = 'tenant' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns tables that show or take rows of another team than the transaction's. */
async function findLeaks(url: string, owner: pg.Pool): Promise<string[]> {
  const leaks: string[] = [];
  const [victim, stranger] = [newId(), newId()];
  const asStranger = `set local app.tenant_id = '${stranger}'`;
  const sessions = {
    'without a team': 'select 1',
    'of another team': asStranger,
    'of another team, set by a function': `select set_config('app.tenant_id', '${stranger}', true)`,
  };
  const tables = await tenantTables(owner);
  await asProduct(url, async (client) => {
    for (const table of tables) {
      for (const [name, begin] of Object.entries(sessions)) {
        const isSeen = await tryOut(client, begin, () => hasRows(client, table));
        if (isSeen) leaks.push(`${table} shows rows to a session ${name}`);
      }
      const insert = `insert into ${table} (tenant_id) values ('${victim}')`;
      const code = await tryOut(client, asStranger, () =>
        client.query(insert).then(
          () => 'taken',
          (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
        ),
      );
      if (code !== '42501') leaks.push(`${table} answers a row for another team with ${code}`);
    }
  });
  return leaks;
}

/** Returns report views that have no rows for the team whose shops were synced. */
async function findSilentReports(url: string, owner: pg.Pool): Promise<string[]> {
  const { rows: teams } = await owner.query<{ tenant_id: string }>(
    'select tenant_id from partners.shop group by 1 order by count(*) desc limit 1',
  );
  const team = teams[0]?.tenant_id;
  if (team === undefined) return ['No shop was linked'];
  const { rows: views } = await owner.query<{ name: string }>(
    `select 'rpt.' || viewname as name from pg_views where schemaname = 'rpt' order by 1`,
  );
  const silent: string[] = [];
  await asProduct(url, async (client) => {
    for (const { name } of views) {
      const begin = `set local app.tenant_id = '${team}'`;
      const hasAny = await tryOut(client, begin, () => hasRows(client, name));
      if (!hasAny) silent.push(`${name} has no rows`);
    }
  });
  return silent;
}
