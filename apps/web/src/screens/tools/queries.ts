import { queryOptions } from '@tanstack/react-query';
import { coreClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';

export const accessQuery = queryOptions({
  queryKey: queryKey('listReportAccess'),
  queryFn: ({ signal }) => coreClient().call('listReportAccess', { signal }),
});

/** The server names data sets and fields in the page's language. */
export const dataSetsQuery = queryOptions({
  queryKey: queryKey('reportsCatalogue'),
  queryFn: ({ signal }) => coreClient().call('reportsCatalogue', { signal }),
  staleTime: Infinity,
});
