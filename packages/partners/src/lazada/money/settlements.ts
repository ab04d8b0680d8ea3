import { deriveRows, deriveRawRows } from '../../parsing/derive-rows.ts';
import { distinctItems } from '../../parsing/items.ts';
import type { ShopAccess, TimeWindow } from '../../connector/shop-access.ts';
import type { PartnerResponse } from '../../http/call-partner.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RejectedItem } from '../../canonical/canonical.ts';
import {
  invalidCheckpoint,
  parseCheckpoint,
  pageFingerprint,
  PagingGuard,
} from '../../http/paging.ts';
import { Nullable } from '../../parsing/fields.ts';
import type { SettlementsPage } from '../../connector/money-sources.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import type { LazadaClient } from '../protocol/client.ts';
import { requireRegion } from '../protocol/regions.ts';
import {
  deriveStatement,
  deriveTransaction,
  toPayoutItem,
  toTransaction,
  type Transaction,
} from './settlement-mapping.ts';

const transactionsPath = '/finance/transaction/details/get';
const payoutsPath = '/finance/payout/status/get';
const pageSize = 500;
const dayMs = 86_400_000;
/** The platform rejects ranges of 180 days or more. */
const maxStretchDays = 179;
/** A statement is created within weeks of the days it covers. */
const statementTailMs = 31 * dayMs;

const CheckpointShape = Type.Object({
  /** First day of the current date range, `YYYY-MM-DD` in the venture's calendar. */
  day: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  offset: Type.Integer({ minimum: 0 }),
  /** Number of pages before this one in the date range. */
  pages: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Fingerprint of the page before this one; null if it was empty. */
  mark: Type.Optional(Nullable(Type.String())),
});
type Checkpoint = Static<typeof CheckpointShape>;
const Checkpoint = Compile(CheckpointShape);

/** Fetches one page of transactions by booking day; the first page includes the statements. */
export async function fetchSettlements(
  client: LazadaClient,
  access: ShopAccess,
  span: Pick<TimeWindow, 'from' | 'to'>,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<SettlementsPage> {
  const { offsetMinutes } = requireRegion(access);
  const dayOf = (ms: number) => new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 10);
  const firstDay = dayOf(span.from.getTime());
  const lastDay = dayOf(Math.max(span.from.getTime(), span.to.getTime() - 1));
  const at: Checkpoint =
    cursor === null ? { day: firstDay, offset: 0 } : parseSettlementsCheckpoint(cursor);
  const stretchEnd = addDays(at.day, maxStretchDays - 1);
  const until = stretchEnd < lastDay ? stretchEnd : lastDay;

  const { items, conflicts, mark } = await fetchTransactions(
    client,
    access,
    { ...at, until },
    signal,
  );
  const derived = deriveRows(items, (item) => deriveTransaction(item, access));
  const rows = items.length + conflicts.length;
  const page: SettlementsPage = {
    settlements: derived.rows,
    statements: [],
    rejects: [...derived.rejects, ...conflicts],
    total: null,
    next: nextCheckpoint(at, { rows, mark }, until, lastDay),
  };
  if (cursor === null) {
    const listed = await fetchStatements(client, access, firstDay, signal);
    const end = span.to.getTime() + statementTailMs;
    page.statements = listed.statements.filter(
      ({ canonical: { to } }) => to === null || to.getTime() <= end,
    );
    page.rejects.push(...listed.rejects);
  }
  return page;
}

/**
 * The platform reports no total, so a date range ends with its first empty page.
 * @throws PartnerError `protocol` with code `paging_stands_still` for a page that repeats the one before it
 */
function nextCheckpoint(
  at: Checkpoint,
  { rows, mark }: { rows: number; mark: string | null },
  until: string,
  lastDay: string,
): string | null {
  const format = (next: Checkpoint) => JSON.stringify(next);
  if (rows === 0) return until < lastDay ? format({ day: addDays(until, 1), offset: 0 }) : null;
  new PagingGuard(transactionsPath, at).assertProgress({ mark, rows });
  return format({ day: at.day, offset: at.offset + rows, pages: (at.pages ?? 0) + 1, mark });
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Fetches a page of transactions. Empty pages are requested a second time, because a gateway under load drops rows. */
async function fetchTransactions(
  client: LazadaClient,
  access: ShopAccess,
  at: Checkpoint & { until: string },
  signal: AbortSignal | undefined,
): Promise<TransactionsPage> {
  const fetchOnce = async (): Promise<TransactionsPage> => {
    const answer = await fetchList(
      client,
      access,
      transactionsPath,
      {
        start_time: at.day,
        end_time: at.until,
        trans_type: '-1',
        offset: String(at.offset),
        limit: String(pageSize),
      },
      signal,
    );
    return {
      ...distinctItems(answer.elements.map(toTransaction), 'transaction'),
      mark: pageFingerprint(answer.elements),
    };
  };
  const page = await fetchOnce();
  return page.items.length > 0 ? page : fetchOnce();
}

interface TransactionsPage {
  items: Transaction[];
  conflicts: RejectedItem[];
  /** Fingerprint of the rows; null without rows. */
  mark: string | null;
}

async function fetchStatements(
  client: LazadaClient,
  access: ShopAccess,
  firstDay: string,
  signal: AbortSignal | undefined,
): Promise<Pick<SettlementsPage, 'statements' | 'rejects'>> {
  const answer = await fetchList(client, access, payoutsPath, { created_after: firstDay }, signal);
  const items = new Map(answer.elements.map(toPayoutItem).map((raw) => [raw.externalId, raw]));
  const { rows: statements, rejects } = deriveRawRows(items.values(), (raw) =>
    deriveStatement(raw, access),
  );
  return { statements, rejects };
}

async function fetchList(
  client: LazadaClient,
  access: ShopAccess,
  path: string,
  parameters: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<PartnerResponse> {
  const answer = await client.read(
    {
      path,
      access,
      parameters,
      signal,
    },
    ['data'],
  );
  if (!answer.hasArray)
    throw new PartnerError({ kind: 'protocol', code: 'no_rows', endpoint: path });
  return answer;
}

function parseSettlementsCheckpoint(text: string): Checkpoint {
  const checkpoint = parseCheckpoint(text, Checkpoint, transactionsPath);
  if (Number.isNaN(Date.parse(checkpoint.day))) throw invalidCheckpoint(transactionsPath);
  return checkpoint;
}
