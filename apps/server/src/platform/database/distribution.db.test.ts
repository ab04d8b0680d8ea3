import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { distributeTables, referenceTables } from './distribution.ts';
import { parseStatement } from './testing/query-tree.ts';
import { findRefusedChanges, type Catalog } from './testing/refused-changes.ts';

// What a database distributed by tenant refuses, or would do wrong, checked on plain PostgreSQL.

const statements = vi.hoisted(() => new Map<string, string>());
vi.mock(import('./database.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    sql(name, text) {
      statements.set(name, text);
      return original.sql(name, text);
    },
  };
});

const sourceFolder = join(import.meta.dirname, '../..');

interface PlanNode {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  'TID Cond'?: string;
  Plans?: PlanNode[];
}
const PlanNode = Type.Cyclic(
  {
    Node: Type.Object({
      'Node Type': Type.String(),
      Schema: Type.Optional(Type.String()),
      'Relation Name': Type.Optional(Type.String()),
      'Index Cond': Type.Optional(Type.String()),
      'Recheck Cond': Type.Optional(Type.String()),
      Filter: Type.Optional(Type.String()),
      'TID Cond': Type.Optional(Type.String()),
      Plans: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
);

let database: TestDatabase;
let owner: Client;
/** Tables whose rows belong to one tenant each. All others stay on one node, or are on every node. */
let tenantTables: Set<string>;
/** Names of statements that the source texts show. */
const writtenNames: string[] = [];

beforeAll(async () => {
  // Files share loaded modules, whose statements were defined before. They are loaded anew here.
  vi.resetModules();
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.url });
  owner.on('error', () => undefined);
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_policy p on p.polrelid = c.oid and p.polname = 'tenant'`);
  tenantTables = new Set(rows.map((row) => row.name));
  for (const file of await readdir(sourceFolder, { recursive: true })) {
    // The module that defines `sql` does not call the recording one.
    if (!file.endsWith('.ts') || /\.test\.ts$|\/testing\/|database\/database\.ts$/.test(file))
      continue;
    const path = join(sourceFolder, file);
    const names = [...(await readFile(path, 'utf8')).matchAll(/\bsql\(\s*['`]([^'`$]+)['`]/g)];
    writtenNames.push(...names.map(([, name = '']) => name));
    if (names.length > 0) await import(path);
  }
}, 120_000);
afterAll(async () => {
  vi.resetModules();
  await owner.end();
  await database.drop();
});

async function readCatalog(): Promise<Catalog> {
  const { rows: tables } = await owner.query<{ oid: string }>(
    `select oid::text from pg_class where oid = any($1::regclass[])`,
    [[...tenantTables]],
  );
  const { rows: functions } = await owner.query<{ oid: string; volatility: string }>(
    'select oid::text, provolatile as volatility from pg_proc',
  );
  const oids = new Set(tables.map(({ oid }) => oid));
  const volatility = new Map(functions.map((each) => [each.oid, each.volatility]));
  return {
    isTenantTable: (oid) => oids.has(oid),
    volatilityOf: (oid) => volatility.get(oid) ?? 'i',
  };
}

const plans = new Map<string, PlanNode>();

async function planOf(text: string): Promise<PlanNode> {
  const known = plans.get(text);
  if (known) return known;
  const { rows } = await owner.query<{ 'QUERY PLAN': unknown }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  const [explained] = Value.Parse(
    Type.Array(Type.Object({ Plan: Type.Unknown() })),
    rows[0]?.['QUERY PLAN'],
  );
  const plan = Value.Parse(PlanNode, explained?.Plan);
  plans.set(text, plan);
  return plan;
}

/** Returns the conditions of a scan and of the bitmaps that it is made from. */
function conditionsOf(node: PlanNode): string[] {
  const bitmaps = (node.Plans ?? []).filter((each) => each['Node Type'].startsWith('Bitmap'));
  const own = [node['Index Cond'], node['Recheck Cond'], node.Filter].filter((each) => !!each);
  return [...own.map(String), ...bitmaps.flatMap(conditionsOf)];
}

/** The tenant is a parameter, or that of the transaction. A join with another table would say its column here. */
const isOfOneTenant = /\btenant_id = (\$\d|\(NULLIF\(current_setting)/;

function scansOfManyTenants(node: PlanNode): string[] {
  const table = `${node.Schema}.${node['Relation Name']}`;
  const isScan = node['Node Type'].endsWith('Scan') && tenantTables.has(table);
  const isConfined = conditionsOf(node).some((condition) => isOfOneTenant.test(condition));
  return [
    ...(isScan && !isConfined ? [table] : []),
    ...(node.Plans ?? []).flatMap(scansOfManyTenants),
  ];
}

function tablesOf(node: PlanNode): string[] {
  const own =
    node['Relation Name'] === undefined ? [] : [`${node.Schema}.${node['Relation Name']}`];
  return [...own, ...(node.Plans ?? []).flatMap(tablesOf)];
}

describe('in a database distributed by tenant', () => {
  it('every statement names one tenant for each table that it reads or changes', async () => {
    expect(statements.size).toBeGreaterThan(500);
    const refused: string[] = [];
    for (const [name, text] of statements) {
      for (const table of scansOfManyTenants(await planOf(text))) refused.push(`${name}: ${table}`);
    }
    expect(refused).toEqual([]);
  }, 120_000);

  it('a statement joins tenant tables with reference tables only', async () => {
    const joined: string[] = [];
    for (const text of statements.values()) {
      const tables = [...new Set(tablesOf(await planOf(text)))];
      if (!tables.some((table) => tenantTables.has(table))) continue;
      joined.push(...tables.filter((table) => !tenantTables.has(table)));
    }
    expect(joined.length).toBeGreaterThan(0);
    expect(joined.filter((table) => !referenceTables.includes(table))).toEqual([]);
  }, 120_000);

  it('every change of tenant tables is one that Citus plans', async () => {
    const catalog = await readCatalog();
    const refused: string[] = [];
    for (const [name, text] of statements) {
      if (!/\b(?:insert|update|delete)\b/i.test(text)) continue;
      const problems = findRefusedChanges(await parseStatement(owner, text), catalog);
      refused.push(...problems.map((problem) => `${name}: ${problem}`));
    }
    expect(refused).toEqual([]);
  }, 120_000);

  const ofShop = `where tenant_id = $1 and shop_id = $2`;
  it.each([
    [
      'functions in DO UPDATE SET must be IMMUTABLE',
      `insert into collector.stream (tenant_id, shop_id, stream, state)
       values ($1, $2, 'orders', 'waiting') on conflict (tenant_id, shop_id, stream) do update set next_run_at = now()`,
    ],
    [
      'non-IMMUTABLE functions in RETURNING',
      `update collector.stream set failures = 0 ${ofShop} returning now()`,
    ],
    [
      'non-IMMUTABLE functions in CASE or COALESCE',
      `update collector.stream
       set next_run_at = case when failures = 0 then now() end ${ofShop}`,
    ],
    [
      'VOLATILE functions in UPDATE or DELETE',
      `update collector.stream set next_run_at = clock_timestamp() ${ofShop}`,
    ],
    [
      'STABLE functions called with columns',
      `update collector.stream
       set next_run_at = next_run_at + interval '1 hour' ${ofShop}`,
    ],
    [
      'IN compares rows, which loses its left side',
      `delete from collector.stream ${ofShop}
       and (state, problem) not in (select state, problem from collector.stream ${ofShop})`,
    ],
    [
      'rows are copied, which row-level security forbids',
      `insert into reporting.shop_currency (tenant_id, shop_id, currency)
       select $1, $2, currency from unnest($3::text[]) as currency`,
    ],
    [
      'an expression around a set',
      `insert into reporting.shop_currency (tenant_id, shop_id, currency)
       select tenant_id, shop_id, r.currency
         from reporting.shop cross join (select unnest($3::text[])::varchar as currency) r ${ofShop}`,
    ],
    [
      'a limit has a subquery',
      `delete from collector.stream ${ofShop}
       and stream in (select stream from collector.stream ${ofShop} limit (select 5))`,
    ],
    [
      'an intermediate result has no column',
      `with free as (select from collector.stream ${ofShop})
       delete from collector.stream ${ofShop} and exists (select 1 from free)`,
    ],
    [
      'a ctid in a change that is planned apart',
      `with added as (
         insert into reporting.shop_currency (tenant_id, shop_id, currency)
         select $1, $2, currency from unnest($3::text[]) as currency returning currency)
       delete from collector.stream ${ofShop} and ctid = any(array(select ctid from collector.stream ${ofShop}))`,
    ],
  ])('finds that %s', async (problem, text) => {
    const found = findRefusedChanges(await parseStatement(owner, text), await readCatalog());
    expect(found).toEqual([problem]);
  });

  it('every statement is checked', () => {
    expect(writtenNames.filter((name) => !statements.has(name))).toEqual([]);
  });

  it('no policy of a tenant table has a subquery', async () => {
    const { rows } = await owner.query<{ name: string; terms: string }>(`
      select schemaname || '.' || tablename as name, coalesce(qual, '') || coalesce(with_check, '') as terms
        from pg_policies`);
    const policies = rows.filter(({ name }) => tenantTables.has(name));
    expect(policies.length).toBeGreaterThan(50);
    expect(policies.filter(({ terms }) => /\bselect\b/i.test(terms))).toEqual([]);
  });

  it('tenant tables have no triggers, and reference tenant tables by keys with the tenant only', async () => {
    const { rows: triggers } = await owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where not tgisinternal`,
    );
    expect(triggers.filter(({ name }) => tenantTables.has(name))).toEqual([]);
    const { rows: keys } = await owner.query<{ from: string; to: string; first: string }>(`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to", a.attname as first
        from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       where contype = 'f'`);
    const crossing = keys.filter(({ from, to }) => tenantTables.has(from) || tenantTables.has(to));
    expect(crossing.length).toBeGreaterThan(1);
    for (const key of crossing) {
      expect(key.first).toBe('tenant_id');
      expect(tenantTables.has(key.from) && tenantTables.has(key.to)).toBe(true);
    }
  });

  it('functions with parameters that touch tenant tables are in PL/pgSQL', async () => {
    const { rows } = await owner.query<{ name: string; body: string }>(`
      select p.oid::regprocedure::text as name, p.prosrc as body
        from pg_proc p join pg_language l on l.oid = p.prolang
        join pg_namespace n on n.oid = p.pronamespace
       where l.lanname = 'sql' and p.pronargs > 0 and n.nspname <> 'pgboss'
         and n.nspname not in ('pg_catalog', 'information_schema')`);
    const touches = (body: string) =>
      [...tenantTables].some((table) => new RegExp(`\\b${table}\\b`).test(body));
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ body }) => touches(body)).map(({ name }) => name)).toEqual([]);
  });

  it('no function that runs as the owner locks rows of tenants, for which the application role would wait', async () => {
    const { rows } = await owner.query<{ name: string; body: string }>(`
      select n.nspname || '.' || p.proname as name, p.prosrc as body
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef`);
    const texts = [...statements.values()];
    const called = rows.filter(({ name }) => texts.some((text) => text.includes(`${name}(`)));
    expect(called.length).toBeGreaterThan(10);
    const locksTenants = (body: string) =>
      body
        .split(';')
        .some(
          (statement) =>
            /\bfor (?:no key )?(?:update|share)\b/i.test(statement) &&
            [...tenantTables].some((table) => new RegExp(`\\b${table}\\b`).test(statement)),
        );
    expect(called.filter(({ body }) => locksTenants(body)).map(({ name }) => name)).toEqual([]);
  });

  it('the tenant of a transaction is set by SET LOCAL, which Citus propagates to the nodes', async () => {
    const setsByFunction = /set_config\(\s*'app\.tenant_id'/;
    const { rows } = await owner.query<{ body: string }>(
      `select prosrc as body from pg_proc where prosrc like '%set_config%'`,
    );
    const texts = [...rows.map(({ body }) => body), ...statements.values()];
    expect(texts.filter((text) => setsByFunction.test(text))).toEqual([]);
  });
});

it('every statement is prepared where Citus has other functions of the same name', async () => {
  await owner.query(`
    begin;
    create function public.pg_cancel_backend(global_pid bigint) returns boolean language sql as 'select false';
    create function public.pg_terminate_backend(global_pid bigint, timeout bigint default 0) returns boolean
      language sql as 'select false'`);
  const refused: string[] = [];
  for (const [name, text] of statements) {
    if (!/pg_(?:cancel|terminate)_backend/.test(text)) continue;
    await owner.query('savepoint before');
    await owner.query(`prepare named as ${text}`).catch(() => refused.push(name));
    await owner.query('rollback to savepoint before');
  }
  await owner.query('rollback');
  expect(refused).toEqual([]);
});

// Citus itself is not here: stand-ins record what it would be asked for.
describe('a migration of a Citus coordinator', () => {
  beforeAll(() =>
    owner.query(`
      create table public.pg_dist_partition (logicalrelid regclass, partition_column text);
      create function public.create_distributed_table(name regclass, partition_column text) returns void
        language sql as 'insert into public.pg_dist_partition values (name, partition_column)';
      create function public.create_reference_table(name regclass) returns void
        language sql as 'insert into public.pg_dist_partition values (name, null)'`),
  );
  // Roles are shared with the databases of other tests.
  afterAll(() => owner.query('alter role seller_connect_app nologin'));

  it('distributes every tenant table by its tenant, referenced tables first', async () => {
    const added = await distributeTables(owner);
    expect(added.toSorted()).toEqual([...tenantTables].toSorted());
    const { rows } = await owner.query(
      'select partition_column, count(*)::int from pg_dist_partition group by 1 order by 1',
    );
    expect(rows).toEqual([
      { partition_column: 'tenant_id', count: tenantTables.size },
      { partition_column: null, count: referenceTables.length },
    ]);
    const { rows: keys } = await owner.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
        where contype = 'f'`,
    );
    for (const { from, to } of keys.filter((key) => tenantTables.has(key.from))) {
      expect(added.indexOf(to)).toBeLessThan(added.indexOf(from));
    }
  });

  it('distributes nothing twice', async () => {
    expect(await distributeTables(owner)).toEqual([]);
  });

  it('lets the application role log in at the nodes, and propagates the tenant of a transaction', async () => {
    const { rows } = await owner.query(
      `select rolcanlogin as login from pg_roles where rolname = 'seller_connect_app'`,
    );
    expect(rows).toEqual([{ login: true }]);
    const session = new Client({ connectionString: database.url });
    await session.connect();
    const { rows: settings } = await session.query('show citus.propagate_set_commands');
    await session.end();
    expect(settings).toEqual([{ 'citus.propagate_set_commands': 'local' }]);
  });
});
