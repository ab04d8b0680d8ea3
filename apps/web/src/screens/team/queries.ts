import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Team } from '@seller-connect/contract';
import { notify } from '@seller-connect/ui';
import { ApiFailure, core } from '../../api/index.ts';
import { teamQuery, userQuery } from '../../api/queries.ts';
import { shared } from '../../texts/index.ts';

export const invitationsQuery = queryOptions({
  queryKey: ['listInvitations'],
  queryFn: ({ signal }) => core().call('listInvitations', { signal, ownFailure: true }),
});

/** Shows the team that a call answered with; the person's own role may be another one now. */
export function showTeam(queries: QueryClient, team: Team): void {
  queries.setQueryData(teamQuery.queryKey, team);
  void queries.invalidateQueries({ queryKey: userQuery.queryKey });
}

/** What went wrong, where there is no better place to say it. */
export function wordsOf(error: unknown): string {
  return (error instanceof ApiFailure ? error.serverMessage : null) ?? shared.somethingWentWrong;
}

export function tellFailure(error: unknown): void {
  notify({ tone: 'negative', title: shared.error, text: wordsOf(error) });
}
