import { Banner, Card, PageHeader, Page } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { teamQuery } from '../../api/queries/sharedQueries.ts';
import { formats } from '../../i18n/index.ts';
import { CardPlaceholder } from '../../lists/CardPlaceholder.tsx';
import { EraseTeamData } from './EraseTeamData.tsx';
import { Invitations } from './Invitations.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { Members } from './Members.tsx';
import styles from './team.module.css';
import { roleTexts } from '../../session/roleTexts.ts';
import { texts } from './texts.ts';

/** The seller's team: members, roles and invitations. */
export default function TeamScreen() {
  const query = useQuery(teamQuery);
  const { data: team } = query;
  const owners = team?.members.filter(({ role }) => role === 'owner') ?? [];
  return (
    <Page width="medium">
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {!team && <CardPlaceholder query={query} failed={texts.failed} rows={3} />}
      {team && (
        <>
          {team.role !== 'owner' && (
            <Banner>
              {texts.ownersOnly(formats.list(owners.map(({ name }) => name ?? texts.gone)))}
            </Banner>
          )}
          <Members team={team} />
          {team.role === 'owner' && <Invitations />}
          <RoleGuide />
          {team.members.length > 1 && <LeaveTeam team={team} />}
          {team.role === 'owner' && <EraseTeamData />}
        </>
      )}
    </Page>
  );
}

function RoleGuide() {
  const { title, ...descriptions } = texts.roles;
  return (
    <Card title={title}>
      <dl className={styles.roles}>
        {(['owner', 'member', 'viewer'] as const).map((role) => (
          <RoleDescription key={role} name={roleTexts.names[role]} may={descriptions[role]} />
        ))}
      </dl>
    </Card>
  );
}

function RoleDescription({ name, may }: { readonly name: string; readonly may: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{may}</dd>
    </>
  );
}
