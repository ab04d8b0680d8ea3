import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Reject } from '../../canonical/canonical.ts';
import { badCheckpoint, readCheckpoint } from '../../http/checkpoint.ts';
import type { ShopAccess, Window } from '../../connector/connector.ts';
import { distinctElements, type JsonElement } from '../../parsing/lossless-json.ts';
import type { SettlementsPage } from '../../connector/money-sources.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { LazadaAnswer, LazadaClient } from '../protocol/client.ts';
import { knownRegion } from '../protocol/regions.ts';
import {
  deriveStatement,
  deriveTransaction,
  payoutItem,
  transactionItem,
  type Transaction,
} from './settlement-mapping.ts';

const transactions = '/finance/transaction/details/get';
const payouts = '/finance/payout/status/get';
const pageSize = 500;
const dayMs = 86_400_000;
/** The platform refuses 180 days and more. */
const longestStretchDays = 179;
/** A statement is made within weeks of what it covers. */
const statementTailMs = 31 * dayMs;

const CheckpointShape = Type.Object({
  /** First day of the current stretch, `YYYY-MM-DD` in the venture's calendar. */
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  offset: Type.Integer({ minimum: 0 }),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** One page of transactions by the day of their booking; the first one also tells the statements. */
export async function readSettlements(
  client: LazadaClient,
  access: ShopAccess,
  span: Pick<Window, 'from' | 'to'>,
  from: string | null,
  signal?: AbortSignal,
): Promise<SettlementsPage> {
  const { offsetMinutes } = knownRegion(access);
  const dayOf = (ms: number) => new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 10);
  const firstDay = dayOf(span.from.getTime());
  const lastDay = dayOf(Math.max(span.from.getTime(), span.to.getTime() - 1));
  const at = from === null ? { day: firstDay, offset: 0 } : parseCheckpoint(from);
  const stretchEnd = later(at.day, longestStretchDays - 1);
  const until = stretchEnd < lastDay ? stretchEnd : lastDay;

  const { items, rows } = await listRows(client, access, { ...at, until }, signal);
  const page: SettlementsPage = {
    settlements: [],
    statements: [],
    rejects: [],
    total: null,
    next: next(at, rows, until, lastDay),
  };
  for (const item of items) {
    const derived = deriveTransaction(item, access);
    if (derived.reject) page.rejects.push(derived.reject);
    else page.settlements.push({ canonical: derived.canonical, raw: [item.raw] });
  }
  if (from === null) {
    const told = await readStatements(client, access, firstDay, signal);
    const end = span.to.getTime() + statementTailMs;
    page.statements = told.statements.filter(
      ({ canonical: { to } }) => to === null || to.getTime() <= end,
    );
    page.rejects.push(...told.rejects);
  }
  return page;
}

/** Nothing tells how many rows there are, so a stretch is read until a page is empty. */
function next(at: Checkpoint, rows: number, until: string, lastDay: string): string | null {
  if (rows > 0) return JSON.stringify({ day: at.day, offset: at.offset + rows });
  return until < lastDay ? JSON.stringify({ day: later(until, 1), offset: 0 }) : null;
}

function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** A page of transactions. An empty one is asked for twice: a gateway under load loses rows. */
async function listRows(
  client: LazadaClient,
  access: ShopAccess,
  at: Checkpoint & { until: string },
  signal: AbortSignal | undefined,
): Promise<Transactions> {
  const ask = async (): Promise<Transactions> => {
    const answer = await list(
      client,
      access,
      transactions,
      {
        start_time: at.day,
        end_time: at.until,
        trans_type: '-1',
        offset: String(at.offset),
        limit: String(pageSize),
      },
      signal,
    );
    return distinct(answer.elements);
  };
  const page = await ask();
  return page.rows > 0 ? page : ask();
}

interface Transactions {
  /** The first of each id. */
  items: Transaction[];
  /** How many distinct rows there were. */
  rows: number;
}

/** Told apart by their ids: comparing whole rows costs as much as reading them, and is left for those that share one. */
function distinct(elements: readonly JsonElement[]): Transactions {
  const items = new Map<string, Transaction>();
  const others: JsonElement[] = [];
  for (const element of elements) {
    const item = transactionItem(element);
    const first = items.get(item.raw.externalId);
    if (first === undefined) items.set(item.raw.externalId, item);
    else if (!first.raw.payload.equals(element.bytes)) others.push(element);
  }
  return { items: [...items.values()], rows: items.size + distinctElements(others).length };
}

async function readStatements(
  client: LazadaClient,
  access: ShopAccess,
  firstDay: string,
  signal: AbortSignal | undefined,
): Promise<Pick<SettlementsPage, 'statements' | 'rejects'>> {
  const answer = await list(client, access, payouts, { created_after: firstDay }, signal);
  const statements: SettlementsPage['statements'] = [];
  const rejects: Reject[] = [];
  for (const raw of new Map(
    answer.elements.map(payoutItem).map((each) => [each.externalId, each]),
  ).values()) {
    const derived = deriveStatement(raw, access);
    if (derived.reject) rejects.push(derived.reject);
    else statements.push({ canonical: derived.canonical, raw });
  }
  return { statements, rejects };
}

async function list(
  client: LazadaClient,
  access: ShopAccess,
  path: string,
  parameters: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<LazadaAnswer> {
  const answer = await client.read(
    {
      base: client.application.apiFor(access.region),
      path,
      accessToken: access.accessToken,
      shop: `${access.region}:${access.externalShopId}`,
      parameters,
      ...(signal && { signal }),
    },
    ['data'],
  );
  if (!answer.hasArray)
    throw new PartnerError({ kind: 'protocol', code: 'no_rows', endpoint: path });
  return answer;
}

function parseCheckpoint(text: string): Checkpoint {
  const checkpoint = readCheckpoint(text, Checkpoint, transactions);
  if (Number.isNaN(Date.parse(checkpoint.day))) throw badCheckpoint(transactions);
  return checkpoint;
}
