import type { ReportsQuery, ReportsResult } from '@seller-connect/contract';
import { coreClient } from '../../../api/index.ts';

/** Returns the response to a query with the rows of all pages. */
export async function fetchAllRows(
  signal: AbortSignal,
  query: ReportsQuery,
): Promise<ReportsResult> {
  const fetchPage = (pageToken?: string) =>
    coreClient().callWithSignal(signal, 'queryReports', {
      body: { ...query, ...(pageToken !== undefined && { pageToken }) },
      background: true,
    });
  let page = await fetchPage();
  const rows = [...page.rows];
  while (page.nextPageToken !== null) {
    page = await fetchPage(page.nextPageToken);
    rows.push(...page.rows);
  }
  return { ...page, rows };
}
