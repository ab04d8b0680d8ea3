import { queryOptions } from '@tanstack/react-query';
import { clientOf } from '@seller-connect/contract/endpoints';
import type { OptionalInput } from '../client/apiClient.ts';
import { catalogueClient, coreClient } from '../index.ts';
import type { EndpointQuery } from './queryKeys.ts';

interface InputParts {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** Options of a query that calls an endpoint. Its key is the endpoint's name with the parts of the input. */
export function endpointQuery<Name extends EndpointQuery>(
  name: Name,
  ...input: OptionalInput<Name>
) {
  const { params, query, body }: InputParts = input[0] ?? {};
  const parts = [params, query, body].filter((part) => part !== undefined);
  const queryKey: readonly [Name, ...object[]] = [name, ...parts];
  return queryOptions({
    queryKey,
    queryFn({ signal }) {
      const client = clientOf(name) === 'core' ? coreClient() : catalogueClient();
      return client.callWithSignal(signal, name, ...input);
    },
  });
}
