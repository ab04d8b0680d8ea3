import { Banner, LinkButton } from '@seller-connect/ui';
import { useTeamRole } from '../../api/useTeamRole.ts';
import { shared } from '../../texts/index.ts';

/** Says to viewers why nothing here can be changed, and who can make that different. */
export function LookOnly() {
  const { looksOnly, team } = useTeamRole();
  if (!looksOnly) return null;
  return (
    <Banner
      actions={
        <LinkButton size="small" href="/settings/team">
          {shared.toTeam}
        </LinkButton>
      }
    >
      {shared.lookOnly(team)}
    </Banner>
  );
}
