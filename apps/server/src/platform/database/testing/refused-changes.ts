import { nodesOf, textOf, type TreeNode, type TreeValue } from './query-tree.ts';

/** What the rules look up in the catalog. */
export interface Catalog {
  isTenantTable(oid: string): boolean;
  /** `i` immutable, `s` stable, `v` volatile. */
  volatilityOf(functionOid: string): string;
}

/** Values of `commandType`. */
const command = { select: '1', update: '2', insert: '3', delete: '4', merge: '5' };
const changing = [command.update, command.insert, command.delete, command.merge];
const isQuery = (node: TreeNode) => node.type === 'QUERY';

/**
 * Returns why Citus refuses, or translates wrongly, the changes that a statement makes to tenant tables. Found with
 * Citus 15 by running every statement there; the messages are Citus' own where it has one. Does not know which casts to
 * and from text are stable.
 */
export function findRefusedChanges(statement: TreeNode, catalog: Catalog): string[] {
  const queries = nodesOf(statement).filter(isQuery);
  const changes = queries.filter(
    (query) =>
      changing.includes(textOf(query, 'commandType')) &&
      catalog.isTenantTable(textOf(targetOf(query), 'relid')),
  );
  if (changes.length === 0) return [];
  const hasCte = queries.some((query) => nodesOf(query.fields.get('cteList')).length > 0);
  const problems = changes.flatMap((query) => findRefusedParts(query, hasCte, catalog));
  if (selectsForInsertInCte(queries) && changes.some(looksUpCtid)) {
    problems.push('a ctid in a change that is planned apart');
  }
  for (const query of queries) {
    const targets = ownNodes(query, 'targetList').filter(({ type }) => type !== 'TARGETENTRY');
    if (targets.some(isAroundSet)) problems.push('an expression around a set');
    const limits = ['limitCount', 'limitOffset'].flatMap((field) => ownNodes(query, field));
    if (limits.some(({ type }) => type === 'SUBLINK')) problems.push('a limit has a subquery');
    const isEmpty =
      textOf(query, 'commandType') === command.select && ownNodes(query, 'targetList').length === 0;
    if (hasCte && isEmpty) problems.push('an intermediate result has no column');
  }
  return problems;
}

function findRefusedParts(query: TreeNode, hasCte: boolean, catalog: Catalog): string[] {
  const problems: string[] = [];
  const volatility = (node: TreeNode) => volatilityOf(node, catalog);
  const isMutable = (node: TreeNode) => ['s', 'v'].includes(volatility(node));
  const expressions = [...ownNodes(query, 'targetList'), ...ownNodes(query, 'jointree')];
  if (ownNodes(query, 'onConflict').some(isMutable)) {
    problems.push('functions in DO UPDATE SET must be IMMUTABLE');
  }
  if (ownNodes(query, 'returningList').some(isMutable)) {
    problems.push('non-IMMUTABLE functions in RETURNING');
  }
  const branches = expressions.filter(({ type }) => type === 'CASEEXPR' || type === 'COALESCEEXPR');
  if (branches.some((branch) => nodesOf(branch, isQuery).some(isMutable))) {
    problems.push('non-IMMUTABLE functions in CASE or COALESCE');
  }
  if (expressions.some((node) => node.type === 'SUBLINK' && isRowComparison(node))) {
    problems.push('IN compares rows, which loses its left side');
  }
  if (textOf(query, 'commandType') === command.insert) {
    if (copiesRows(query, hasCte))
      problems.push('rows are copied, which row-level security forbids');
    return problems;
  }
  if (expressions.some((node) => volatility(node) === 'v')) {
    problems.push('VOLATILE functions in UPDATE or DELETE');
  }
  const ofColumns = expressions.filter(
    (node) =>
      volatility(node) === 's' &&
      nodesOf(node.fields.get('args'), isQuery).some(({ type }) => type === 'VAR'),
  );
  if (ofColumns.length > 0) problems.push('STABLE functions called with columns');
  return problems;
}

/** Whether an INSERT of selected rows is not the last part of the statement. Citus then plans each part apart. */
function selectsForInsertInCte(queries: readonly TreeNode[]): boolean {
  const inCte = queries.flatMap((query) => nodesOf(query.fields.get('cteList'))).filter(isQuery);
  return inCte.some(
    (query) => textOf(query, 'commandType') === command.insert && selectedRows(query) !== undefined,
  );
}

function looksUpCtid(change: TreeNode): boolean {
  // System columns have negative numbers.
  return ownNodes(change, 'jointree').some((node) => textOf(node, 'varattno') === '-1');
}

/** Returns the query whose rows an INSERT stores; undefined for one of values. */
function selectedRows(query: TreeNode): TreeNode | undefined {
  const [source] = ownNodes(query, 'jointree').filter(({ type }) => type === 'RANGETBLREF');
  if (source === undefined) return undefined;
  return nodesOf(rangeOf(query, textOf(source, 'rtindex')).fields.get('subquery'))[0];
}

/** Returns the nodes of one part of a query without those of the queries in it. */
function ownNodes(query: TreeNode, field: string): TreeNode[] {
  return nodesOf(query.fields.get(field), isQuery);
}

function volatilityOf(node: TreeNode, catalog: Catalog): string {
  if (node.type === 'SQLVALUEFUNCTION') return 's';
  const oid = textOf(node, node.type === 'FUNCEXPR' ? 'funcid' : 'opfuncid');
  return oid === '' ? 'i' : catalog.volatilityOf(oid);
}

/** Whether a node is an expression around a function that returns a set. Without columns, Citus computes it itself. */
function isAroundSet(node: TreeNode): boolean {
  const isSet = (each: TreeNode) => textOf(each, 'funcretset') === 'true';
  const within = [...node.fields.values()].flatMap((field) => nodesOf(field, isQuery));
  return !isSet(node) && within.some(isSet) && !within.some(({ type }) => type === 'VAR');
}

function isRowComparison(sublink: TreeNode): boolean {
  const [test] = nodesOf(sublink.fields.get('testexpr'));
  return test !== undefined && test.type !== 'OPEXPR';
}

/**
 * Whether the coordinator selects the rows of an INSERT and copies them to their node: if nothing makes it store them
 * as an intermediate result, and the tenant is not a column of a table, by which the whole statement finds its node.
 */
function copiesRows(query: TreeNode, hasCte: boolean): boolean {
  const isStored = ['onConflict', 'returningList'].some(
    (field) => ownNodes(query, field).length > 0,
  );
  const selected = selectedRows(query);
  if (isStored || selected === undefined) return false;
  const tenant = targetNamed(query, (target) => textOf(target, 'resname') === 'tenant_id');
  const position = textOf(tenant, 'varattno');
  const chosen = targetNamed(selected, (target) => textOf(target, 'resno') === position);
  return hasCte || chosen.type !== 'VAR';
}

function targetNamed(query: TreeNode, matches: (target: TreeNode) => boolean): TreeNode {
  const targets = ownNodes(query, 'targetList').filter(({ type }) => type === 'TARGETENTRY');
  const [expression] = nodesOf(targets.find(matches)?.fields.get('expr'));
  if (expression === undefined) throw new Error('An INSERT names the tenant of its rows');
  return expression;
}

const targetOf = (query: TreeNode) => rangeOf(query, textOf(query, 'resultRelation'));

/** Returns an entry of a query's range table. Entries are counted from 1. */
function rangeOf(query: TreeNode, index: string): TreeNode {
  const [entries] = query.fields.get('rtable') ?? [];
  const entry = isList(entries) ? entries[Number(index) - 1] : undefined;
  if (typeof entry !== 'object' || !('type' in entry)) throw new Error(`No table ${index}`);
  return entry;
}

const isList = (value: TreeValue | undefined): value is readonly TreeValue[] =>
  Array.isArray(value);
