import type { Http } from '../platform/http.ts';
import { reportProducts, reportShops, reportSummary, type ReportDependencies } from './reports.ts';

/** The reporting calls of the contract. */
export function reportingRoutes(http: Http, deps: ReportDependencies): void {
  http.handle('reportSummary', ({ session, query }) =>
    reportSummary(deps, session.tenantId, query),
  );
  http.handle('reportShops', ({ session, query }) => reportShops(deps, session.tenantId, query));
  http.handle('reportProducts', ({ session, query }) =>
    reportProducts(deps, session.tenantId, query),
  );
}
