import type { Query, QueryClient } from '@tanstack/react-query';
import { isEndpointName, isValidResponse } from '@seller-connect/contract/valid-response';
import { responseCheck } from '../../api/client/responseCheck.ts';
import { closeDeviceCopy } from '../../api/queries/deviceCopy.ts';

/** Queries of which a wrong response was discarded. Wrong data that comes otherwise than by a call is not fetched again. */
const discarded = new WeakSet<Query>();

/**
 * Removes cached responses that break the contract, so that they are fetched again. From then on every response is
 * checked as it arrives: a wrong one is a failure of its call. Returns whether there were any.
 */
export default function discardInvalidResponses(queryClient: QueryClient): boolean {
  responseCheck.run = (name, body) => {
    if (!isValidResponse(name, body))
      throw new Error(`The response of ${name} breaks the contract`);
  };
  const invalid = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => !discarded.has(query) && hasInvalidData(query) });
  if (invalid.length === 0) return false;
  // Queries start with their copy, if there is one.
  closeDeviceCopy();
  for (const query of invalid) {
    discarded.add(query);
    query.setState({ data: undefined, dataUpdatedAt: 0, error: null, status: 'pending' });
  }
  void queryClient.refetchQueries({
    type: 'active',
    predicate: (query) => invalid.includes(query),
  });
  return true;
}

function hasInvalidData({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  const { data } = state;
  const [name] = queryKey;
  if (data === undefined || !isEndpointName(name)) return false;
  return !pagesOf(data).every((page) => isValidResponse(name, page));
}

/** The responses of a query that loads further pages; of any other query, its one response. */
function pagesOf(data: unknown): readonly unknown[] {
  if (typeof data !== 'object' || data === null) return [data];
  return 'pages' in data && 'pageParams' in data && Array.isArray(data.pages) ? data.pages : [data];
}
