import type { ReportDependencies } from './metrics/coverage.ts';
import type { Database } from '../platform/database/database.ts';
import type { Http } from '../platform/http/http.ts';
import { accessRoutes, type AccessDependencies } from './access/routes.ts';
import { fileRoutes, type FileDependencies } from './files/routes.ts';
import { odataRoutes } from './odata/routes.ts';
import { reportMoney } from './money/report-money.ts';
import type { PictureLinks } from './pictures/picture-links.ts';
import { linkPictures, pictureRoutes } from './pictures/routes.ts';
import { queryReports, reportsCatalogue } from './query/query-reports.ts';
import { reportAds } from './ads/ad-report.ts';
import { boundedReads } from './query/bounded-reads.ts';
import { reportBreakdown } from './reports/breakdown.ts';
import { reportProducts, reportSummary } from './reports/reports.ts';

export type ReportingDependencies = ReportDependencies &
  AccessDependencies &
  FileDependencies & { database: Pick<Database, 'transaction'>; pictures: PictureLinks };

/** Registers the reporting routes of the contract. */
export function reportingRoutes(http: Http, dependencies: ReportingDependencies): void {
  const bounded = (gone: AbortSignal) => ({
    ...dependencies,
    database: boundedReads(dependencies.database, gone),
  });
  http.handle('reportSummary', ({ session, query, gone }) =>
    reportSummary(bounded(gone), session.tenantId, query),
  );
  http.handle('reportBreakdown', ({ session, query, gone }) =>
    reportBreakdown(bounded(gone), session.tenantId, query),
  );
  http.handle('reportAds', ({ session, query, gone }) =>
    reportAds(bounded(gone), session.tenantId, query),
  );
  http.handle('reportProducts', async ({ session, query, gone }) => {
    const products = await reportProducts(bounded(gone), session.tenantId, query);
    return { ...products, items: linkPictures(dependencies.pictures, products.items) };
  });
  http.handle('reportMoney', ({ session, query, gone }) =>
    reportMoney(bounded(gone), session.tenantId, query),
  );
  http.handle('reportsCatalogue', async ({ language }) => reportsCatalogue(language));
  http.handle('queryReports', ({ session, body, language, gone }) =>
    queryReports(bounded(gone), session.tenantId, body, language),
  );
  pictureRoutes(http, dependencies);
  accessRoutes(http, dependencies);
  fileRoutes(http, dependencies);
  odataRoutes(http, dependencies);
}
