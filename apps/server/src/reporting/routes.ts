import type { ReportDependencies } from './metrics/coverage.ts';
import type { Http } from '../platform/http/http.ts';
import { accessRoutes, type AccessDependencies } from './access/routes.ts';
import { fileRoutes, type FileDependencies } from './files/routes.ts';
import { mcpRoutes, type McpDependencies } from './mcp/routes.ts';
import { odataRoutes } from './odata/routes.ts';
import { reportMoney } from './money/report-money.ts';
import type { PictureLinks } from './pictures/picture-links.ts';
import { linkPictures, pictureRoutes } from './pictures/routes.ts';
import { queryReports, reportsCatalogue } from './query/query-reports.ts';
import { explainChange } from './explain/explain-change.ts';
import { reportAds } from './ads/ad-report.ts';
import { withReads, type ReadDependencies } from './query/report-reads.ts';
import { reportBreakdown } from './reports/breakdown.ts';
import { reportHours } from './reports/hours.ts';
import { reportProducts, reportSummary } from './reports/reports.ts';
import { chartNoteRoutes } from './notes/routes.ts';
import { savedViewRoutes } from './saved-views/routes.ts';
import { targetRoutes } from './targets/routes.ts';

export type ReportingDependencies = ReportDependencies &
  AccessDependencies &
  FileDependencies &
  McpDependencies &
  ReadDependencies & { pictures: PictureLinks };

/** Registers the reporting routes of the contract. */
export function reportingRoutes(http: Http, dependencies: ReportingDependencies): void {
  http.handle('reportSummary', async (call) => {
    const reads = withReads(dependencies, call);
    const report = await reportSummary(reads, call.session.tenantId, call.query);
    return { ...report, ...reads.lag() };
  });
  http.handle('reportHours', (call) =>
    reportHours(withReads(dependencies, call), call.session.tenantId, call.query),
  );
  http.handle('reportBreakdown', (call) =>
    reportBreakdown(withReads(dependencies, call), call.session.tenantId, call.query),
  );
  http.handle('reportExplanation', async (call) => {
    const reads = withReads(dependencies, call);
    const explanation = await explainChange(reads, call.session.tenantId, call.query);
    const splits = explanation.splits.map(({ by, parts }) => ({
      by,
      parts: linkPictures(dependencies.pictures, parts),
    }));
    return { ...explanation, splits };
  });
  http.handle('reportAds', async (call) => {
    const reads = withReads(dependencies, call);
    const report = await reportAds(reads, call.session.tenantId, call.query);
    return { ...report, ...reads.lag() };
  });
  http.handle('reportProducts', async (call) => {
    const reads = withReads(dependencies, call);
    const products = await reportProducts(reads, call.session.tenantId, call.query);
    return { ...products, items: linkPictures(dependencies.pictures, products.items) };
  });
  http.handle('reportMoney', async (call) => {
    const reads = withReads(dependencies, call);
    const report = await reportMoney(reads, call.session.tenantId, call.query);
    return { ...report, ...reads.lag() };
  });
  http.handle('reportsCatalogue', async ({ language }) => reportsCatalogue(language));
  http.handle('queryReports', async (call) => {
    const reads = withReads(dependencies, call);
    const { session, body, language } = call;
    const result = await queryReports(reads, session.tenantId, body, language);
    return { ...result, meta: { ...result.meta, ...reads.lag() } };
  });
  pictureRoutes(http, dependencies);
  accessRoutes(http, dependencies);
  chartNoteRoutes(http, dependencies);
  savedViewRoutes(http, dependencies);
  targetRoutes(http, dependencies);
  fileRoutes(http, dependencies);
  odataRoutes(http, dependencies);
  mcpRoutes(http, dependencies);
}
