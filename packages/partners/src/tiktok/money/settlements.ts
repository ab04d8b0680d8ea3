import { deriveRows, deriveRawRows } from '../../parsing/derive-rows.ts';
import { distinctItems, parsePayload } from '../../parsing/items.ts';
import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidCheckpoint, parseCheckpoint } from '../../http/paging.ts';
import type { JsonElement } from '../../parsing/lossless-json.ts';
import type { SettlementsPage } from '../../connector/money-sources.ts';
import { fetchFinancePage } from './finance-pages.ts';
import {
  ListedStatement,
  deriveStatement,
  deriveTransaction,
  settlementItem,
  statementItem,
} from './settlement-mapping.ts';
import type { ShopClient } from '../protocol/shops.ts';
import { Nullable } from '../../parsing/fields.ts';

const statementsPath = '/finance/202309/statements';
/** The older version of this call supports only two markets. */
const transactionsPath = '/finance/202501/statements/{statement_id}/statement_transactions';
/** Small, because their raw text is carried from page to page in the checkpoint. */
const statementsPerPage = 20;
const pageSize = 100;

const Token = Nullable(Type.String());
const CheckpointShape = Type.Object({
  /** Statements whose transactions are not fetched yet, verbatim; the first one is in progress. */
  open: Type.Array(Type.String()),
  /** Token of the next page of its transactions. */
  token: Token,
  /** Number of its transactions fetched so far. */
  read: Type.Integer({ minimum: 0 }),
  /** Token of the next page of statements; null once all are listed. */
  statements: Token,
  /** Number of statements listed so far. */
  listed: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/**
 * Fetches about one page of transactions, from as many statements as necessary, in order of the statements' times. A
 * statement is returned when it is listed.
 */
export async function fetchSettlements(
  client: ShopClient,
  access: ShopAccess,
  span: Pick<TimeWindow, 'from' | 'to'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<SettlementsPage> {
  const page: SettlementsPage = {
    settlements: [],
    statements: [],
    rejects: [],
    total: null,
    next: null,
  };
  let at = cursor === null ? null : parseCheckpoint(cursor, Checkpoint, statementsPath);
  if (at === null || at.open.length === 0) {
    const { rows, token } = await fetchFinancePage(
      client,
      access,
      {
        path: statementsPath,
        parameters: {
          sort_field: 'statement_time',
          sort_order: 'ASC',
          page_size: String(statementsPerPage),
          statement_time_ge: String(Math.max(0, Math.floor(span.from.getTime() / 1000))),
          statement_time_lt: String(Math.max(0, Math.ceil(span.to.getTime() / 1000))),
        },
        signal,
      },
      {
        name: 'statements',
        size: statementsPerPage,
        token: at?.statements ?? null,
        read: at?.listed ?? 0,
      },
    );
    const listed = (at?.listed ?? 0) + rows.length;
    at = {
      open: addStatements(rows, access, page),
      token: null,
      read: 0,
      statements: token,
      listed,
    };
  }
  while (at.open.length > 0 && page.settlements.length + page.rejects.length < pageSize) {
    at = await fetchTransactions(client, access, at, page, signal);
  }
  const isRead = at.open.length === 0 && at.statements === null;
  return { ...page, next: isRead ? null : JSON.stringify(at satisfies Checkpoint) };
}

/**
 * Adds statements to the page.
 * @returns the raw statements whose transactions can be fetched
 */
function addStatements(
  rows: readonly JsonElement[],
  access: ShopAccess,
  page: SettlementsPage,
): string[] {
  const derived = deriveRawRows(rows.map(statementItem), (raw) => deriveStatement(raw, access));
  page.statements.push(...derived.rows);
  page.rejects.push(...derived.rejects);
  return rows.flatMap((row) => (ListedStatement.Check(row.value) ? row.bytes.toString() : []));
}

/** Fetches the next transactions of the first open statement. */
async function fetchTransactions(
  client: ShopClient,
  access: ShopAccess,
  at: Checkpoint,
  page: SettlementsPage,
  signal: AbortSignal | undefined,
): Promise<Checkpoint> {
  const [statement = '', ...later] = at.open;
  const value = parsePayload(Buffer.from(statement));
  if (!ListedStatement.Check(value)) throw invalidCheckpoint(statementsPath);
  const { rows, token } = await fetchFinancePage(
    client,
    access,
    {
      path: transactionsPath.replace('{statement_id}', value.id),
      endpoint: transactionsPath,
      parameters: {
        sort_field: 'order_create_time',
        sort_order: 'ASC',
        page_size: String(pageSize),
      },
      signal,
    },
    { name: 'transactions', size: pageSize, token: at.token, read: at.read },
  );
  const { items, conflicts } = distinctItems(
    rows.map((row) => settlementItem(statement, row)),
    'transaction',
  );
  const derived = deriveRows(items, (item) => deriveTransaction(item, access));
  page.settlements.push(...derived.rows);
  page.rejects.push(...derived.rejects, ...conflicts);
  return token === null
    ? { ...at, open: later, token: null, read: 0 }
    : { ...at, token, read: at.read + rows.length };
}
