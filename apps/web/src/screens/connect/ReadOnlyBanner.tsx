import { Banner, LinkButton } from '@seller-connect/ui';
import { roleTexts } from '../../session/roleTexts.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';

/** Tells viewers why they cannot change anything here and who can change that. */
export function ReadOnlyBanner() {
  const { looksOnly, team } = useTeamRole();
  if (!looksOnly) return null;
  return (
    <Banner
      actions={
        <LinkButton size="small" href="/settings/team">
          {roleTexts.toTeam}
        </LinkButton>
      }
    >
      {roleTexts.readOnly(team)}
    </Banner>
  );
}
