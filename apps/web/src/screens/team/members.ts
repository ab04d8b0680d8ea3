import type { QueryClient } from '@tanstack/react-query';
import type { Team, TeamMember } from '@seller-connect/contract';
import { teamQuery } from '../../api/queries/sharedQueries.ts';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

/** Options of a role select, in descending order of rights. */
export const roleOptions = (['owner', 'member', 'viewer'] as const).map((value) => ({
  value,
  label: roleTexts.names[value],
}));

export const memberName = (member: TeamMember) => member.name ?? member.email ?? texts.gone;

/** Queries affected by a change of the team or its members, including the user's own role. */
export const teamQueryNames = ['readTeam', 'getUser', 'readAudit'] as const;

/** Puts the team that a call returned into the query cache. */
export function cacheTeam(queries: QueryClient, team: Team): void {
  queries.setQueryData(teamQuery.queryKey, team);
}
