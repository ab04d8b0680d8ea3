import { useQuery } from '@tanstack/react-query';
import type { TeamRole } from '@seller-connect/contract';
import { userQuery } from '../api/queries/sharedQueries.ts';

export interface TeamMembership {
  /** Null while unknown. */
  readonly role: TeamRole | null;
  /** Name of the user's team; empty while unknown. */
  readonly team: string;
  /** Whether the user is known to be a viewer. Actions are then hidden, with an explanation. */
  readonly isViewer: boolean;
  readonly isOwner: boolean;
}

/** Returns the user's role in their team, for display only: the server authorizes every call. */
export function useTeamRole(): TeamMembership {
  const { data } = useQuery(userQuery);
  const role = data?.team.role ?? null;
  return {
    role,
    team: data?.team.name ?? '',
    isViewer: role === 'viewer',
    isOwner: role === 'owner',
  };
}
