import { Banner, Block, Button, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { teamQuery } from '../../api/queries/sharedQueries.ts';
import { formats, shared } from '../../i18n/index.ts';
import { EraseData } from './EraseTeamData.tsx';
import { Invitations } from './Invitations.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { Members } from './Members.tsx';
import styles from './team.module.css';
import { texts } from './texts.ts';

/** The seller's team: who is in it, what each may do, who is invited. */
export function TeamScreen() {
  const { data: team, isError, refetch } = useQuery(teamQuery);
  const owners = team?.members.filter(({ role }) => role === 'owner') ?? [];
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {!team && isError && (
        <Banner
          tone="negative"
          title={texts.failed}
          actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
        />
      )}
      {!team && !isError && (
        <Block busy>
          <Skeleton shape="row" count={3} />
        </Block>
      )}
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
          {team.role === 'owner' && <EraseData />}
        </>
      )}
    </div>
  );
}

function RoleGuide() {
  const { title, ...words } = texts.roles;
  return (
    <Block title={title}>
      <dl className={styles.roles}>
        {(['owner', 'member', 'viewer'] as const).map((role) => (
          <RoleLine key={role} name={shared.teamRoles[role]} may={words[role]} />
        ))}
      </dl>
    </Block>
  );
}

function RoleLine({ name, may }: { readonly name: string; readonly may: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{may}</dd>
    </>
  );
}
