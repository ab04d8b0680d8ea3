import {
  BreakdownItem,
  ReportProducts,
  Platform,
  ReportSummary,
  type ReportQuery,
} from '@seller-connect/contract';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { addDays, startOfDay } from '../../platform/calendar.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ReportDependencies } from '../metrics/coverage.ts';
import { readScope } from '../metrics/scope.ts';
import { reportBreakdown } from '../reports/breakdown.ts';
import { reportProducts, reportSummary } from '../reports/reports.ts';

/** Shops and products in an email; the report has the rest. */
const maxRows = 10;

const FiguresShape = Type.Object({
  summary: Type.Omit(ReportSummary, ['lagSeconds', 'sameWeekday']),
  /** Highest GMV first. */
  shops: Type.Array(BreakdownItem),
  shopsTotal: Type.Integer(),
  products: Type.Array(Type.Omit(ReportProducts.properties.items.items, ['picture'])),
  /** Shops whose data does not cover the period yet. */
  behind: Type.Array(Type.Object({ name: Type.String(), platform: Platform })),
  /** The view names a shop or currency that is gone; the figures are of all shops. */
  isWidened: Type.Boolean(),
  /** Filters of the report, for the link. */
  filters: Type.Object({
    shop: Type.Optional(Type.String()),
    shops: Type.Optional(Type.String()),
    platform: Type.Optional(Platform),
    currency: Type.Optional(Type.String()),
    compare: Type.Optional(Type.Literal('year')),
  }),
});

/** The figures of one scheduled report, as Home shows them. */
export type ReportFigures = Static<typeof FiguresShape>;
const Figures = Compile(FiguresShape);

/** @throws Error if stored figures have another shape */
export function parseFigures(stored: unknown): ReportFigures {
  if (!Figures.Check(stored)) throw new Error('Figures of a scheduled report have another shape');
  return stored;
}

export interface FiguresDependencies extends ReportDependencies {
  /** Returns the shops of a tenant that are synced at present. */
  connectedShops(tenantId: string): Promise<readonly string[]>;
}

type Filters = ReportFigures['filters'];

const marketplaces = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK'] as const satisfies readonly Platform[];

/** Returns the filters of a saved view that apply to a scheduled report: shops, currency and comparison. */
function parseFilters(search: string): Filters {
  const parameters = new URLSearchParams(search);
  const shop = parameters.get('shop');
  const shops = parameters.get('shops');
  const platform = marketplaces.find((each) => each === parameters.get('platform'));
  const currency = parameters.get('currency');
  return {
    ...(shop !== null && { shop }),
    ...(shops !== null && { shops }),
    ...(platform !== undefined && { platform }),
    ...(currency !== null && { currency }),
    ...(parameters.get('compare') === 'year' && { compare: 'year' as const }),
  };
}

function toQuery({ shop, shops = '', ...rest }: Filters): ReportQuery {
  return { shops: shop ?? shops, ...rest };
}

/** Resolves the filters of a view, without the shops and the currency if they are gone, and their time zone. */
export async function resolveFilters(
  dependencies: Pick<ReportDependencies, 'database'>,
  tenantId: string,
  search: string,
): Promise<{ filters: Filters; timeZone: string; isWidened: boolean }> {
  const savedFilters = parseFilters(search);
  const { shop: _shop, shops: _shops, currency: _currency, ...rest } = savedFilters;
  const read = (filters: Filters) => readScope(dependencies.database, tenantId, toQuery(filters));
  try {
    return {
      filters: savedFilters,
      timeZone: (await read(savedFilters)).timeZone,
      isWidened: false,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { filters: rest, timeZone: (await read(rest)).timeZone, isWidened: true };
  }
}

/** Reads the figures of a view for a range of days, with the queries of Home. */
export async function readFigures(
  dependencies: FiguresDependencies,
  tenantId: string,
  search: string,
  days: { from: string; to: string },
): Promise<ReportFigures> {
  const { filters, isWidened } = await resolveFilters(dependencies, tenantId, search);
  const query: ReportQuery = { ...toQuery(filters), period: 'custom', ...days };
  // Read before all figures, which then have at least what it says.
  const coverage = await dependencies.readCoverage(tenantId);
  const sources = { ...dependencies, readCoverage: async () => coverage };
  const [{ sameWeekday: _sameWeekday, ...summary }, breakdown, products, connected] =
    await Promise.all([
      reportSummary(sources, tenantId, query),
      reportBreakdown(sources, tenantId, { ...query, by: 'shop' }),
      reportProducts(sources, tenantId, { ...query, limit: maxRows }),
      dependencies.connectedShops(tenantId),
    ]);
  const end = startOfDay(addDays(days.to, 1), summary.timeZone).toISOString();
  // A shop that is not synced any more will not catch up.
  const behind = summary.freshness.filter(
    ({ shopId, asOf, daysLoading }) =>
      connected.includes(shopId) && (asOf === null || asOf < end || daysLoading > 0),
  );
  return {
    summary,
    shops: breakdown.items.slice(0, maxRows),
    shopsTotal: breakdown.total,
    products: products.items.map(({ picture: _picture, ...product }) => product),
    behind: behind.map(({ shopName, platform }) => ({ name: shopName, platform })),
    isWidened,
    filters,
  };
}
