/** Loads replayed files into shops and reports every row that could not be used. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { SettingsError } from '../settings.ts';
import type { ReplayRequest } from '../settings.ts';
import { maxOrders } from '../world/orders/order-index.ts';
import type { Storefront } from '../world/orders/order.ts';
import { hashText } from '../world/random.ts';
import { firstReplaySlot, replayAccount } from '../world/shops/shops.ts';
import type { ShopInfo } from '../world/shops/shops.ts';
import { readCsv } from './csv.ts';
import { ReplayedOrders } from './replayed-orders.ts';
import { ReplayedStorefront } from './replayed-storefront.ts';
import { maxListedProblems } from './report.ts';
import type { ReplayReport, RowProblem } from './report.ts';
import { columns, readHeader, readRow } from './rows.ts';
import type { Positions } from './rows.ts';

export interface LoadedReplays {
  readonly shops: readonly Storefront[];
  readonly reports: readonly ReplayReport[];
}

/** Further notices are only in the report. */
const maxPrintedWarnings = 20;

class Account {
  rows = 0;
  skipped = 0;
  noticed = 0;
  readonly problems: RowProblem[] = [];
  readonly notices: RowProblem[] = [];

  skip(line: number, reason: string): void {
    this.skipped += 1;
    if (this.problems.length < maxListedProblems) this.problems.push({ line, reason });
  }

  notice(line: number, reason: string): void {
    this.noticed += 1;
    if (this.notices.length < maxListedProblems) this.notices.push({ line, reason });
  }
}

function unreadable(file: string, cause: unknown): SettingsError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EACCES: 'reading it is not permitted',
    EISDIR: 'it is a folder',
  };
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : 'reading it failed');
  return new SettingsError(`The replay file ${file} cannot be read: ${reason}.`, { cause });
}

async function gather(file: string, account: Account): Promise<readonly ReplayedOrders[]> {
  const byCurrency = new Map<string, ReplayedOrders>();
  let positions: Positions | undefined;
  let width = 0;
  try {
    for await (const entries of readCsv(createReadStream(file))) {
      for (const entry of entries) {
        if (positions === undefined) {
          const header = 'fields' in entry ? readHeader(entry.fields) : { missing: columns };
          if ('missing' in header) {
            throw new SettingsError(
              `The replay file ${file} has no column ${header.missing.join(', ')} in its first line; it needs ${columns.join(',')}.`,
            );
          }
          positions = header.positions;
          width = 'fields' in entry ? entry.fields.length : 0;
          continue;
        }
        account.rows += 1;
        if ('defect' in entry) {
          account.skip(entry.line, entry.defect);
          continue;
        }
        const row = readRow(entry.fields, positions, width);
        if (typeof row === 'string') {
          account.skip(entry.line, row);
          continue;
        }
        const gathered = byCurrency.getOrInsertComputed(
          row.currency,
          (currency) => new ReplayedOrders(currency),
        );
        const result = gathered.add(row);
        if (result === undefined) continue;
        if ('problem' in result) account.skip(entry.line, result.problem);
        else account.notice(entry.line, result.notice);
      }
    }
  } catch (cause) {
    throw cause instanceof SettingsError ? cause : unreadable(file, cause);
  }
  if (positions === undefined) {
    throw new SettingsError(`The replay file ${file} is empty; it needs a header line.`);
  }
  return [...byCurrency.values()];
}

function shopInfo(
  file: string,
  currency: string,
  mixed: boolean,
  slot: number,
  taken: Set<string>,
): ShopInfo {
  const base = basename(file).replace(/\.csv$/i, '') || 'replay';
  const name = mixed ? `${base} (${currency})` : base;
  // The ID depends on the file's name alone, so that links survive moving the file.
  let id = 300_000_000 + (hashText(`${base} ${currency}`) % 100_000_000);
  while (taken.has(String(id))) id += 1;
  taken.add(String(id));
  return {
    platform: 'LAZADA',
    slot,
    externalShopId: String(id),
    name,
    company: name,
    shortCode: `VNR${id.toString(36).toUpperCase()}`,
    account: replayAccount,
    region: 'VN',
    currency,
    location: '',
    replayOf: basename(file),
  };
}

function printReport(report: ReplayReport): void {
  const { file, problems, notices, skipped, noticed } = report;
  const write = (text: string): boolean => process.stderr.write(`Sandbox: ${file}${text}\n`);
  for (const { line, reason } of problems) write(` line ${line} is skipped: ${reason}`);
  const printed = notices.slice(0, maxPrintedWarnings);
  for (const { line, reason } of printed) write(` line ${line}: ${reason}`);
  const unlisted = skipped - problems.length + noticed - printed.length;
  if (unlisted > 0) write(` has ${unlisted} more such lines (see /_sandbox/replays)`);
  if (skipped > 0) write(`: ${skipped} of ${report.rows} rows are skipped`);
}

/**
 * Loads all files. Bad rows are reported.
 *
 * @throws {SettingsError} if a file is unreadable.
 */
export async function loadReplays(requests: readonly ReplayRequest[]): Promise<LoadedReplays> {
  const shops: Storefront[] = [];
  const reports: ReplayReport[] = [];
  const taken = new Set<string>();
  for (const { platform, file } of requests) {
    const summary = new Account();
    const gathered = await gather(file, summary);
    const fromFile = gathered
      .filter(({ orders }) => orders > 0)
      .map((orders, position) => {
        if (orders.orders > maxOrders) {
          throw new SettingsError(`The replay file ${file} has more than ${maxOrders} orders.`);
        }
        orders.finish();
        const slot = firstReplaySlot + shops.length + position;
        const info = shopInfo(file, orders.currency, gathered.length > 1, slot, taken);
        return { shop: new ReplayedStorefront(info, orders), orders };
      });
    shops.push(...fromFile.map(({ shop }) => shop));
    const report: ReplayReport = {
      platform,
      file,
      rows: summary.rows,
      accepted: summary.rows - summary.skipped,
      skipped: summary.skipped,
      problems: summary.problems,
      noticed: summary.noticed,
      notices: summary.notices,
      shops: fromFile.map(({ shop, orders }) => ({
        externalShopId: shop.info.externalShopId,
        name: shop.info.name,
        currency: shop.info.currency,
        orders: orders.orders,
        units: orders.pieces,
      })),
    };
    printReport(report);
    reports.push(report);
  }
  return { shops, reports };
}
