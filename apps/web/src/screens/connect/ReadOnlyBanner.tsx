import { Banner, LinkButton } from '@seller-connect/ui';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { sharedTexts } from '../../i18n/index.ts';

/** Tells viewers why they cannot change anything here and who can change that. */
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
