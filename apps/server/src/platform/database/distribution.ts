import type { ClientBase } from 'pg';

/** Roles that the coordinator uses at the nodes: it connects as the role that a statement runs as. */
const nodeRoles = ['seller_connect_app'];

/** Tables without a tenant that are joined with those of tenants. Each node has a copy. */
export const referenceTables = ['partners.partner_circuit', 'partners.shop_claim'];

/** Returns whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select from pg_extension where extname = 'citus'`);
  return rows.length > 0;
}

/**
 * Distributes the tables of tenants over the nodes of a Citus cluster, by their tenant, and prepares what sessions need
 * there. Does nothing for tables that are distributed already. All other tables stay on the coordinator: identity,
 * queue, emails, rate limits.
 *
 * @param client connected as the owner of the tables
 * @returns the names of the tables that were distributed
 */
export async function distributeTables(client: ClientBase): Promise<string[]> {
  const { rows: known } = await client.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  );
  const distributed = new Set(known.map(({ name }) => name));
  const { rows } = await client.query<{ name: string }>(tenantTablesSql);
  const added = rows.map(({ name }) => name).filter((name) => !distributed.has(name));
  for (const name of added) {
    await client.query(`select create_distributed_table($1::regclass, 'tenant_id')`, [name]);
  }
  for (const name of referenceTables.filter((each) => !distributed.has(each))) {
    await client.query('select create_reference_table($1::regclass)', [name]);
  }
  for (const role of nodeRoles) await client.query(`alter role ${role} login`);
  // Without it, the nodes know no tenant, and row-level security shows no rows.
  const { rows: names } = await client.query<{ name: string }>('select current_database() as name');
  for (const { name } of names) {
    await client.query(
      `alter database ${client.escapeIdentifier(name)} set citus.propagate_set_commands = 'local'`,
    );
  }
  return added;
}

/**
 * Tables that are confined to a tenant. A table that others refer to comes before them: the order is that of the
 * longest chain of references from each.
 */
const tenantTablesSql = `
  with recursive reference as (
    select c.oid, 0 as depth
      from pg_policy p join pg_class c on c.oid = p.polrelid
     where p.polname = 'tenant'
    union
    select k.conrelid, r.depth + 1
      from reference r join pg_constraint k on k.confrelid = r.oid and k.contype = 'f' and k.conrelid <> k.confrelid
     where r.depth < 20
  )
  select oid::regclass::text as name from reference group by oid order by max(depth), 1`;
