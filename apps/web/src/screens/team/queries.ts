import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Team } from '@seller-connect/contract';
import { coreClient } from '../../api/index.ts';
import { queryKey } from '../../api/queries/queryKeys.ts';
import { teamQuery } from '../../api/queries/sharedQueries.ts';

export const invitationsQuery = queryOptions({
  queryKey: queryKey('listInvitations'),
  queryFn: ({ signal }) => coreClient().call('listInvitations', { signal }),
});

/** What a change of the team or its members shows in; the person's own role may be another one now. */
export const teamQueryNames = ['readTeam', 'getUser', 'readAudit'] as const;

/** Shows the team that a call answered with. */
export function cacheTeam(queries: QueryClient, team: Team): void {
  queries.setQueryData(teamQuery.queryKey, team);
}
