import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Team } from '@seller-connect/contract';
import { coreClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { teamQuery } from '../../api/queries/sharedQueries.ts';

export const invitationsQuery = queryOptions({
  queryKey: queryKey('listInvitations'),
  queryFn: ({ signal }) => coreClient().call('listInvitations', { signal }),
});

/** Queries affected by a change of the team or its members, including the user's own role. */
export const teamQueryNames = ['readTeam', 'getUser', 'readAudit'] as const;

/** Puts the team that a call returned into the query cache. */
export function cacheTeam(queries: QueryClient, team: Team): void {
  queries.setQueryData(teamQuery.queryKey, team);
}
