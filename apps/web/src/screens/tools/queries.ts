import { queryOptions } from '@tanstack/react-query';
import { core } from '../../api/index.ts';

export const accessQuery = queryOptions({
  queryKey: ['listReportAccess'],
  queryFn: ({ signal }) => core().call('listReportAccess', { signal }),
});

/** Names of data sets and fields come from the server, in the page's language. */
export const dataSetsQuery = queryOptions({
  queryKey: ['reportsCatalogue'],
  queryFn: ({ signal }) => core().call('reportsCatalogue', { signal }),
  staleTime: Infinity,
});
