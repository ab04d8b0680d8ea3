import type pg from 'pg';

/** What the installation counts and renews by itself, also in calls that are refused; some of it a moment later. */
const ownTables = [
  'identity.attempt_limit',
  'notifications.code_count',
  'notifications.zalo_token',
  'partners.partner_circuit',
  'partners.rate_limit_bucket',
  'partners.shop_circuit',
  'pushes.tally',
];

/** Returns a query of the checksums of the domains' tables, by name. Omits `ownTables`. */
export async function checksumQuery(
  admin: pg.Client,
  isIncluded: (table: string) => boolean,
): Promise<string> {
  const { rows } = await admin.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'pgboss', 'platform') order by 1`,
  );
  const sums = rows
    .filter(({ name }) => !ownTables.includes(name) && isIncluded(name))
    .map(({ name }) => `(select '${name} ' || sum(hashtextextended(t::text, 0)) from ${name} t)`);
  return `select array[${sums.join(', ')}]::text[] as sums`;
}
