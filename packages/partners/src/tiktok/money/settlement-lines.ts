import { type CanonicalSettlementLine, classifyFee } from '../../canonical/money.ts';
import { parseAmountE4 } from '../../parsing/items.ts';
import { feeKey, feeTable, restatedFees } from './fee-table.ts';

/** A group of amounts with the total stated by the partner. */
interface Group {
  name: string;
  total: bigint;
  parts: ReadonlyMap<string, bigint>;
}

type Amounts = Readonly<Record<string, unknown>>;

/** The fields of a transaction that its lines derive from. */
interface TransactionAmounts {
  type: string;
  settlement_amount: string;
  revenue_amount?: string | null | undefined;
  shipping_cost_amount?: string | null | undefined;
  fee_tax_amount?: string | null | undefined;
  adjustment_amount?: string | null | undefined;
  reserve_amount?: string | null | undefined;
  revenue_breakdown?: unknown;
  shipping_cost_breakdown?: unknown;
  fee_tax_breakdown?: unknown;
}

/**
 * Returns the lines of a transaction, which add up to its settlement amount. The unexplained remainder of a total
 * becomes a line of its own.
 */
export function settlementLines(
  transaction: TransactionAmounts,
  flags: Set<string>,
): CanonicalSettlementLine[] {
  const fees = asRecord(transaction.fee_tax_breakdown);
  const groups: Group[] = [
    toGroup('revenue', transaction.revenue_amount, [transaction.revenue_breakdown], flags),
    toGroup(
      'shipping',
      transaction.shipping_cost_amount,
      [transaction.shipping_cost_breakdown],
      flags,
    ),
    toGroup('fee', transaction.fee_tax_amount, [fees['fee'], fees['tax']], flags),
  ];
  const lines = groups.flatMap((each) => linesOf(each, flags));
  const adjustment = parseAmountE4('adjustment_amount', transaction.adjustment_amount, flags);
  if (adjustment !== 0n) {
    const code = transaction.type === 'ORDER' ? 'adjustment_amount' : transaction.type;
    lines.push(line('adjustment', code, adjustment, flags));
  }
  const settled = parseAmountE4('settlement_amount', transaction.settlement_amount, flags);
  const rest = settled - lines.reduce((sum, { amountE4 }) => sum + amountE4, 0n);
  const reserve = parseAmountE4('reserve_amount', transaction.reserve_amount, flags);
  if (rest !== 0n && rest === reserve) lines.push(line('reserve', 'RESERVE', rest, flags));
  else if (rest !== 0n) lines.push(unexplainedLine('settlement', rest, flags));
  // A transaction without amounts still needs a line.
  if (lines.length === 0) lines.push(line('settlement', 'settlement_amount', 0n, flags));
  return lines.toSorted((a, b) => (a.lineId < b.lineId ? -1 : 1));
}

function toGroup(
  name: string,
  total: string | null | undefined,
  breakdowns: readonly unknown[],
  flags: Set<string>,
): Group {
  const parts = new Map<string, bigint>();
  for (const breakdown of breakdowns) {
    for (const [field, value] of Object.entries(asRecord(breakdown))) {
      // Nested objects (`supplementary_component`) only break down the same amounts.
      if (typeof value === 'string') parts.set(field, parseAmountE4(field, value, flags));
    }
  }
  const sum = [...parts.values()].reduce((all, part) => all + part, 0n);
  return { name, total: total ? parseAmountE4(`${name} total`, total, flags) : sum, parts };
}

function linesOf({ name, total, parts }: Group, flags: Set<string>): CanonicalSettlementLine[] {
  const lines: CanonicalSettlementLine[] = [];
  let rest = total;
  for (const [field, amount] of parts) {
    if (amount === 0n || restatedFees.has(field)) continue;
    lines.push(line(name, field, amount, flags));
    rest -= amount;
  }
  for (const field of restatedFees) {
    const amount = parts.get(field) ?? 0n;
    if (rest === 0n || amount !== rest) continue;
    lines.push(line(name, field, amount, flags));
    rest = 0n;
  }
  if (rest !== 0n) lines.push(unexplainedLine(name, rest, flags));
  return lines;
}

function line(
  name: string,
  code: string,
  amountE4: bigint,
  flags: Set<string>,
): CanonicalSettlementLine {
  const isOwn = code === 'adjustment_amount' || code === 'settlement_amount';
  const feeClass = isOwn ? 'adjustment' : classifyFee(feeTable, feeKey(code), flags);
  const lineId = `${name}.${code}`;
  return { lineId, orderLineId: null, feeClass, feeCode: code, feeName: '', amountE4 };
}

function unexplainedLine(
  name: string,
  amountE4: bigint,
  flags: Set<string>,
): CanonicalSettlementLine {
  flags.add(`unexplained:${name}`);
  return {
    lineId: `${name}.unexplained`,
    orderLineId: null,
    feeClass: 'unknown',
    feeCode: 'unexplained',
    feeName: '',
    amountE4,
  };
}

function asRecord(value: unknown): Amounts {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
