import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Team } from '@seller-connect/contract';
import { core } from '../../api/index.ts';
import { teamQuery, userQuery } from '../../api/queries.ts';

export const invitationsQuery = queryOptions({
  queryKey: ['listInvitations'],
  queryFn: ({ signal }) => core().call('listInvitations', { signal }),
});

/** Shows the team that a call answered with; the person's own role may be another one now. */
export function showTeam(queries: QueryClient, team: Team): void {
  queries.setQueryData(teamQuery.queryKey, team);
  void queries.invalidateQueries({ queryKey: userQuery.queryKey });
}
