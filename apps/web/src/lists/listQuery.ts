import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OptionalInput } from '../api/client/apiClient.ts';
import { endpointQuery } from '../api/queries/endpointQuery.ts';
import type { EndpointQuery } from '../api/queries/queryKeys.ts';

/**
 * Fetches a page of a list, anew each time the list is shown, because others change it too. The page before stays
 * visible meanwhile.
 */
export const listQuery = <Name extends EndpointQuery>(name: Name, ...input: OptionalInput<Name>) =>
  queryOptions({
    ...endpointQuery(name, ...input),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
