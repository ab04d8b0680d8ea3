import { Banner, Block, Button, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { teamQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { formats, shared } from '../../i18n/index.ts';
import styles from './audit.module.css';
import { ExportButton } from './ExportButton.tsx';
import { Filters } from './AuditFilterBar.tsx';
import { Log } from './AuditLog.tsx';
import { texts } from './texts.ts';
import { useView } from './useAuditFilters.ts';

/** What people did in the team; for its owners. */
export function AuditScreen() {
  const { role, isOwner } = useTeamRole();
  const team = useQuery(teamQuery);
  const user = useQuery(userQuery);
  const owners = team.data?.members.filter((member) => member.role === 'owner') ?? [];
  const [view, change] = useView();
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title} actions={isOwner && <ExportButton view={view} />}>
        {texts.intro}
      </PageHeader>
      {role === null && !user.isError && (
        <Block busy>
          <Skeleton shape="row" count={4} />
        </Block>
      )}
      {role === null && user.isError && (
        <Banner
          tone="negative"
          title={texts.failed}
          actions={<Button onClick={() => void user.refetch()}>{shared.tryAgain}</Button>}
        />
      )}
      {role !== null && !isOwner && team.data && (
        <Banner>
          {texts.ownersOnly(formats.list(owners.map(({ name }) => name ?? texts.gone)))}
        </Banner>
      )}
      {isOwner && (
        <>
          <Filters view={view} members={team.data?.members ?? []} onChange={change} />
          <Log view={view} onClear={() => change({ period: 'all' })} />
        </>
      )}
    </div>
  );
}
