import { hash } from 'node:crypto';
import type { ClientBase } from 'pg';

/** Runs a statement that a test repeats: the server plans it once per connection. */
export async function queryPrepared<Row extends object>(
  client: ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>({ name: hash('sha1', text), text, values })).rows;
}
