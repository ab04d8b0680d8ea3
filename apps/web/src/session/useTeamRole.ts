import { useQuery } from '@tanstack/react-query';
import type { TeamRole } from '@seller-connect/contract';
import { userQuery } from '../api/queries/sharedQueries.ts';

export interface TeamMembership {
  /** Null until it is known. */
  readonly role: TeamRole | null;
  /** Of the person's team; empty until it is known. */
  readonly team: string;
  /** Certain that the person may only look: what they cannot do is left out, and said why. */
  readonly looksOnly: boolean;
  readonly isOwner: boolean;
}

/** What the person may do in their team. The server decides at every call; this is for what is shown. */
export function useTeamRole(): TeamMembership {
  const { data } = useQuery(userQuery);
  const role = data?.team.role ?? null;
  return {
    role,
    team: data?.team.name ?? '',
    looksOnly: role === 'viewer',
    isOwner: role === 'owner',
  };
}
