import type { Http } from '../platform/http.ts';
import { accessRoutes, type AccessDependencies } from './access/access-routes.ts';
import { fileRoutes, type FileDependencies } from './files/file-routes.ts';
import { odataRoutes } from './odata/odata-routes.ts';
import { reportMoney } from './money/report-money.ts';
import { queryReports, reportsCatalogue } from './query/query-reports.ts';
import { reportAds } from './ads/ad-report.ts';
import { reportBreakdown } from './breakdown.ts';
import { reportProducts, reportSummary, type ReportDependencies } from './reports.ts';

export type ReportingDependencies = ReportDependencies & AccessDependencies & FileDependencies;

/** The reporting calls of the contract. */
export function reportingRoutes(http: Http, deps: ReportingDependencies): void {
  http.handle('reportSummary', ({ session, query }) =>
    reportSummary(deps, session.tenantId, query),
  );
  http.handle('reportBreakdown', ({ session, query }) =>
    reportBreakdown(deps, session.tenantId, query),
  );
  http.handle('reportAds', ({ session, query }) => reportAds(deps, session.tenantId, query));
  http.handle('reportProducts', ({ session, query }) =>
    reportProducts(deps, session.tenantId, query),
  );
  http.handle('reportMoney', ({ session, query }) => reportMoney(deps, session.tenantId, query));
  http.handle('reportsCatalogue', async ({ language }) => reportsCatalogue(language));
  http.handle('queryReports', ({ session, body, language }) =>
    queryReports(deps, session.tenantId, body, language),
  );
  accessRoutes(http, deps);
  fileRoutes(http, deps);
  odataRoutes(http, deps);
}
