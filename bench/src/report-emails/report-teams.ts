import type pg from 'pg';
import { assemblyKey } from '../../../apps/server/src/collector/testing/assembly.ts';
import { addDays, localTimes } from '../../../apps/server/src/platform/calendar.ts';
import { createBigTenant, type TenantSize } from '../reporting/big-tenant.ts';
import { ownerPool, type BenchmarkDatabase } from '../harness/database.ts';

const zone = 'Asia/Ho_Chi_Minh';
/** Sizes of teams, each with its share of ten teams. */
const sizes: readonly { share: number; size: TenantSize }[] = [
  { share: 6, size: { orders: 40, shops: 1, days: 10, skus: 20 } },
  { share: 3, size: { orders: 160, shops: 2, days: 20, skus: 40 } },
  { share: 1, size: { orders: 600, shops: 4, days: 30, skus: 80 } },
];
const teamsPerBatch = 500;

/** Files of every hundred teams: 70 get none, 15 a table as text, 10 a workbook and 5 a PDF. */
const filesOfTeam = `case when number % 100 < 70 then '{}'::text[] when number % 100 < 85 then '{csv}'
  when number % 100 < 95 then '{xlsx}' else '{pdf}' end`;

export interface ReportTeams {
  /** Gives each team a daily report that is due at this instant, for the day before. */
  schedule(dueAt: Date): Promise<void>;
  /** Returns the number of teams whose report is still due. */
  countDue(dueAt: Date): Promise<number>;
  /** Returns the number of emails in the queue. */
  countQueued(): Promise<number>;
  /** Queues an email about an account, as a change of a password does. */
  queueAccountEmail(address: string): Promise<void>;
  close(): Promise<void>;
}

/** Returns the address of a team's only member. */
export function addressOf(team: number): string {
  return `seller-${team}@shop.test`;
}

/**
 * Creates teams with a member, linked and synced shops, and orders up to yesterday. Orders of one team of each size are
 * generated; the others are copies of it under their own ids.
 */
export async function createReportTeams(
  given: BenchmarkDatabase,
  { teams, isShort }: { teams: number; isShort: boolean },
): Promise<ReportTeams> {
  const today = localTimes(zone)(new Date()).day;
  const owner = ownerPool(given.url, 1);
  const client = await owner.connect();
  await client.query(
    'create temporary table team (number integer, tenant_id uuid, account_id uuid, template uuid)',
  );
  const used = isShort ? [{ share: 10, size: { orders: 4, shops: 1, days: 2, skus: 5 } }] : sizes;
  let first = 0;
  for (const { share, size } of used) {
    const { tenantId } = await createBigTenant(given, size, addDays(today, -1));
    await client.query(
      `insert into team select number, gen_random_uuid(), gen_random_uuid(), $1
         from generate_series(0, $2::int - 1) number where number % 10 between $3::int and $4::int`,
      [tenantId, teams, first, first + share - 1],
    );
    first += share;
  }
  await client.query('create index on team (template, number)');
  for (let from = 0; from < teams; from += teamsPerBatch) {
    for (const statement of await copyStatements(client)) {
      await client.query(statement, [from, from + teamsPerBatch - 1]);
    }
  }
  for (const statement of inserts) await client.query(statement);
  if (!isShort) await client.query('vacuum analyze');
  return {
    async schedule(dueAt) {
      const { day, minute } = localTimes(zone)(dueAt);
      const values = [day, Math.floor(minute / 60), dueAt, zone];
      await client.query(insertSchedules, values);
      await client.query(insertRecipients);
      await client.query('analyze reporting.report_schedule, reporting.report_recipient');
    },
    countDue: (dueAt) =>
      count(client, 'from reporting.report_schedule where next_try_at <= $1', [
        new Date(dueAt.getTime() + 3_600_000),
      ]),
    countQueued: () => count(client, 'from platform.mail', []),
    async queueAccountEmail(address) {
      await client.query(insertAccountEmail, [address]);
    },
    async close() {
      client.release();
      await owner.end();
    },
  };
}

async function count(
  client: pg.PoolClient,
  from: string,
  values: readonly unknown[],
): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows ${from}`, [
    ...values,
  ]);
  return rows[0]?.rows ?? 0;
}

/** Returns a statement for each table with rows of the generated teams, which copies them to a range of teams. */
async function copyStatements(client: pg.PoolClient): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'reporting' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      group by table_schema, table_name having bool_or(column_name = 'tenant_id') order by 1`,
  );
  const statements: string[] = [];
  for (const { name, columns } of tables) {
    const known = `from ${name} where tenant_id in (select template from team)`;
    if ((await count(client, known, [])) === 0) continue;
    const values = columns.map((column) => {
      if (column === 'tenant_id') return 'team.tenant_id';
      return column === 'shop_id' ? shopIdOf('given') : `given.${column}`;
    });
    statements.push(
      `insert into ${name} (${columns.join(', ')}) select ${values.join(', ')}
         from team join ${name} given on given.tenant_id = team.template where team.number between $1 and $2`,
    );
  }
  return statements;
}

function shopIdOf(template: string): string {
  return `md5(team.tenant_id::text || ${template}.shop_id)::uuid`;
}

const shopsOfTeams = 'from team join reporting.shop shop on shop.tenant_id = team.tenant_id';

const inserts: readonly string[] = [
  `insert into sellers.team select tenant_id, 'Đội ' || number, now() from team`,
  `insert into sellers.member (tenant_id, account_id, role, joined_at)
   select tenant_id, account_id, 'owner', now() from team`,
  `insert into identity.account (id, tenant_id, email, email_key, email_verified_at, name, created_at, updated_at)
   select account_id, tenant_id, address, address, now(), 'Seller ' || number, now(), now()
     from (select *, 'seller-' || number || '@shop.test' as address from team)`,
  `insert into identity.account_role (account_id, role, granted_at) select account_id, 'seller', now() from team`,
  `insert into notifications.preference (tenant_id, account_id, language, channels, muted_shops, changed_at)
   select tenant_id, account_id, case when number % 2 = 0 then 'vi' else 'en' end, '{}', '{}', now() from team`,
  // A connection whose tokens nobody opens: no stream is due while the benchmark runs.
  `insert into partners.connection (tenant_id, connection_id, platform, state, sealed, key_id, fencing_token,
     token_revision, granted_at, changed_at)
   select team.tenant_id, shop.shop_id, platform, 'connected', '\\x00', '${assemblyKey.id}', 1, 1, now(), now()
     ${shopsOfTeams}`,
  `insert into partners.shop (tenant_id, shop_id, connection_id, platform, region, external_shop_id, name, currency,
     time_zone, partner_status, linked_at, changed_at)
   select team.tenant_id, shop.shop_id, shop.shop_id, platform, region, shop.shop_id::text, name, currency, time_zone,
          'active', now(), now() ${shopsOfTeams}`,
  `insert into collector.stream (tenant_id, shop_id, stream, state, requested_at, last_succeeded_at, current_at,
     planned_at, first_order_at, frontier, watermark, backfilled_at)
   select team.tenant_id, shop.shop_id, stream, 'up_to_date', now(), now(), now(), now(), now() - interval '60 days',
          now() - interval '60 days', now(), now()
     ${shopsOfTeams} cross join unnest('{shop,orders,products,returns,settlements}'::text[]) stream`,
  `insert into reporting.saved_view (tenant_id, view_id, owner_id, name, path, search, is_shared, changed_at)
   select tenant_id, account_id, account_id::text, 'Doanh số', '/', 'period=7d', false, now() from team`,
  // The counts of the day before, which the first emails of a day delete.
  `insert into platform.mail_count
   select (now() at time zone 'UTC')::date - 1, sha256(convert_to(kind || number, 'UTF8')), 1
     from team, unnest('{team,address}'::text[]) kind`,
];

const insertSchedules = `
  insert into reporting.report_schedule (tenant_id, schedule_id, view_id, owner_id, rhythm, hour, time_zone, due_day,
    next_try_at, files)
  select tenant_id, account_id, account_id, account_id::text, 'daily', $2, $4, $1, $3, ${filesOfTeam} from team`;
const insertRecipients = `
  insert into reporting.report_recipient (tenant_id, schedule_id, account_id, state)
  select tenant_id, account_id, account_id::text, 'receiving' from team`;

const insertAccountEmail = `
  insert into platform.mail (id, kind, data, next_attempt_at, expires_at, created_at)
  select gen_random_uuid(), 'identity.notice',
         jsonb_build_object('notice', 'password_changed', 'email', $1::text, 'language', 'vi'),
         now(), now() + interval '1 hour', now()`;
