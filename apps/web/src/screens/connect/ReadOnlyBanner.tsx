import { Banner, LinkButton } from '@seller-connect/ui';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { sharedTexts } from '../../i18n/index.ts';

/** Says to viewers why nothing here can be changed, and who can make that different. */
export function ReadOnlyBanner() {
  const { looksOnly, team } = useTeamRole();
  if (!looksOnly) return null;
  return (
    <Banner
      actions={
        <LinkButton size="small" href="/settings/team">
          {sharedTexts.toTeam}
        </LinkButton>
      }
    >
      {sharedTexts.readOnly(team)}
    </Banner>
  );
}
