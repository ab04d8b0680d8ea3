import type { Client } from 'pg';

/** A node of PostgreSQL's query tree, as `pg_node_tree` writes it. */
export interface TreeNode {
  readonly type: string;
  readonly fields: ReadonlyMap<string, readonly TreeValue[]>;
}
export type TreeValue = string | TreeNode | readonly TreeValue[];

/** Returns the queries that PostgreSQL makes from a statement with parameters: names are resolved, nothing is planned. */
export async function parseStatement(client: Client, text: string): Promise<TreeNode> {
  await client.query('begin');
  try {
    await client.query(`prepare statement_to_parse as ${text}`);
    const { rows: prepared } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'statement_to_parse'`,
    );
    const types = prepared[0]?.types.join(', ') ?? '';
    await client.query(
      `create function pg_temp.parsed(${types}) returns void begin atomic ${text}; end`,
    );
    const { rows } = await client.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where oid = 'pg_temp.parsed'::regproc`,
    );
    if (rows[0] === undefined) throw new Error('PostgreSQL stores no tree of the statement');
    return { type: 'STATEMENT', fields: new Map([['body', parseTree(rows[0].tree)]]) };
  } finally {
    await client.query('rollback');
    await client.query('deallocate statement_to_parse');
  }
}

/** Parses the text of a `pg_node_tree`. A backslash escapes the next character. */
export function parseTree(text: string): TreeValue[] {
  const tokens = text.match(/(?:\\.|[^\s(){}\\])+|[(){}]/gs) ?? [];
  let position = 0;
  const values = (end: (token: string) => boolean): TreeValue[] => {
    const found: TreeValue[] = [];
    for (;;) {
      const token = tokens[position];
      if (token === undefined || end(token)) return found;
      position += 1;
      if (token === '(') {
        found.push(values((next) => next === ')'));
        position += 1;
      } else if (token === '{') found.push(node());
      else found.push(token);
    }
  };
  const node = (): TreeNode => {
    const type = tokens[position] ?? '';
    position += 1;
    const fields = new Map<string, TreeValue[]>();
    for (let token = tokens[position]; token !== undefined && token !== '}';) {
      position += 1;
      fields.set(
        token.slice(1),
        values((next) => next === '}' || next.startsWith(':')),
      );
      token = tokens[position];
    }
    position += 1;
    return { type, fields };
  };
  return values(() => false);
}

/** Returns the nodes of a part of a tree, outer ones first. Does not enter nodes for which `isClosed` holds. */
export function nodesOf(
  value: TreeValue | undefined,
  isClosed: (node: TreeNode) => boolean = () => false,
): TreeNode[] {
  if (value === undefined || typeof value === 'string') return [];
  if ('type' in value) {
    if (isClosed(value)) return [value];
    return [value, ...[...value.fields.values()].flatMap((each) => nodesOf(each, isClosed))];
  }
  return value.flatMap((each) => nodesOf(each, isClosed));
}

/** Returns the only value of a field as text; empty if there is none. */
export function textOf(node: TreeNode, field: string): string {
  const [value] = node.fields.get(field) ?? [];
  return typeof value === 'string' ? value : '';
}
