import { Banner, LinkButton } from '@seller-connect/ui';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { shared } from '../../i18n/index.ts';

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
