import type { MonthTargets, SaveTarget, TargetQuery } from '@seller-connect/contract';
import { recordAuditEvent } from '../../audit/index.ts';
import { addDays, dayNumber, localDays } from '../../platform/calendar.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Http } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import { toDecimal } from '../../platform/money.ts';
import { toE4 } from '../files/file-format.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { validateDays } from '../metrics/period.ts';
import { readScope } from '../metrics/scope.ts';
import { withReads, type ReadDependencies } from '../query/report-reads.ts';
import { reportSummary } from '../reports/reports.ts';
import { progressOf } from './progress.ts';
import { listTargets, listTargetsOfMonths, storeTarget } from './target-store.ts';

export type TargetDependencies = ReportDependencies &
  ReadDependencies & { database: Pick<Database, 'tenant'> };

/** Registers the routes that read and set the targets of a month. */
export function targetRoutes(http: Http, dependencies: TargetDependencies): void {
  http.handle('readTargets', async (call) => {
    const { tenantId, role } = call.session;
    const targets = await readTargets(withReads(dependencies, call), tenantId, call.query);
    return { ...targets, mayChange: role !== 'viewer' };
  });

  http.handle('listTargets', async ({ session, query }) => {
    const { shop = null, ...rest } = query;
    const months = { ...rest, from: `${query.from}-01`, to: `${query.to}-01`, shopId: shop };
    validateDays(months);
    const targets = await listTargetsOfMonths(dependencies.database, session.tenantId, months);
    return {
      items: targets.map(({ month, amountE4 }) => ({ month, amount: toDecimal(amountE4) })),
    };
  });

  http.handle('saveTarget', async ({ session, body }) => {
    const { month, shop, currency, metric } = body;
    const now = dependencies.now();
    const amountE4 = parseTarget(body, now);
    const request = { ...(shop !== null && { shops: shop }), currency };
    const scope = await readScope(dependencies.database, session.tenantId, request);
    const [chosen] = shop === null ? [] : scope.chosen;
    const target = { month: `${month}-01`, shopId: shop, currency };
    await dependencies.database.tenant(session.tenantId, async (tx) => {
      if (!(await storeTarget(tx, target, { metric, amountE4 }, now))) return;
      const action = amountE4 === null ? 'target_removed' : 'target_set';
      await recordAuditEvent(
        tx,
        {
          action: `reports.${chosen ? 'shop_' : ''}${action}`,
          actorId: session.accountId,
          ...(chosen && { subject: { kind: 'shop', id: chosen.shopId, name: chosen.name } }),
          details: { month, metric, amount: groupDigits(body.amount ?? ''), currency },
        },
        now,
      );
    });
    return null;
  });
}

/** Returns the targets of a month with what the report says of its days. */
async function readTargets(
  dependencies: ReportDependencies,
  tenantId: string,
  { month, shop, currency }: TargetQuery,
): Promise<Omit<MonthTargets, 'mayChange'>> {
  const { from, to } = daysOfMonth(month);
  const summary = await reportSummary(dependencies, tenantId, {
    period: 'custom',
    from,
    to,
    ...(shop !== undefined && { shops: shop }),
    ...(currency !== undefined && { currency }),
  });
  const scope = { month: from, shopId: shop ?? null, currency: summary.currency };
  const targets = await listTargets(dependencies.database, tenantId, scope);
  const today = localDays(summary.timeZone)(dependencies.now());
  return {
    month,
    from,
    to,
    currency: summary.currency,
    daysLeft: summary.trend.filter(({ day }) => day >= today).length,
    daysLoading: summary.daysLoading,
    items: targets.map(({ metric, amountE4 }) => {
      const days = summary.trend.map((point) => {
        const value = point[metric];
        return { day: point.day, valueE4: value === null ? null : toE4(value) };
      });
      const progress = progressOf(amountE4, days, today);
      // The pace of days that are still loading would look like one of bad sales.
      const unknown = summary.daysLoading > 0 && { projected: null, neededPerDay: null };
      return { metric, ...progress, ...unknown };
    }),
  };
}

function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  const next = addDays(from, 31).slice(0, 7);
  return { from, to: addDays(`${next}-01`, -1) };
}

const maxYearsBack = 5;
const maxYearsAhead = 2;
const daysOfYear = 366;
/** A hundred thousand billion. */
const maxAmountE4 = 10n ** 18n;

/** @throws Problem 400 for an amount that is no target, or a month that is too far away */
function parseTarget({ month, amount }: SaveTarget, now: Date): bigint | null {
  const daysAhead = dayNumber(`${month}-01`) - dayNumber(now.toISOString().slice(0, 10));
  if (daysAhead < -maxYearsBack * daysOfYear || daysAhead > maxYearsAhead * daysOfYear) {
    throw monthTooFarProblem();
  }
  if (amount === null) return null;
  const amountE4 = toE4(amount);
  if (amountE4 <= 0n || amountE4 > maxAmountE4) throw amountInvalidProblem();
  return amountE4;
}

/** Groups the digits before the decimal point by thousands in a way that both languages read. */
function groupDigits(amount: string): string {
  return amount.replaceAll(/(?<!\.\d*)\B(?=(\d{3})+(?!\d))/g, '\u{a0}');
}

const monthTooFarProblem = () =>
  new Problem(400, 'month_too_far', {
    vi: 'Chỉ đặt được mục tiêu cho tháng trong vòng 5 năm trước và 2 năm tới.',
    en: 'You can set targets for months up to 5 years back and 2 years ahead.',
  });

const amountInvalidProblem = () =>
  new Problem(400, 'target_invalid', {
    vi: 'Mục tiêu phải lớn hơn 0 và không quá 100 nghìn tỷ.',
    en: 'The target must be greater than 0 and at most 100 trillion.',
  });
