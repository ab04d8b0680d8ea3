import { Banner, Card, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { teamQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { formats } from '../../i18n/index.ts';
import { useUrlState } from '../../lists/useUrlState.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './audit.module.css';
import { ExportButton } from './ExportButton.tsx';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditLog } from './AuditLog.tsx';
import { auditFilters } from './filters.ts';
import { texts } from './texts.ts';

/** The team's audit log; owners only. */
export default function AuditScreen() {
  const { role, isOwner } = useTeamRole();
  const team = useQuery(teamQuery);
  const user = useQuery(userQuery);
  const owners = team.data?.members.filter((member) => member.role === 'owner') ?? [];
  const awaited = role === null ? user : team;
  // Owners see entries before the names of the members.
  const isWaiting = !isOwner && !awaited.data;
  const { filters, go } = useUrlState('/settings/audit', auditFilters);
  return (
    <div className={styles.screen}>
      <PageHeader title={texts.title} actions={isOwner && <ExportButton filters={filters} />}>
        {texts.intro}
      </PageHeader>
      {isWaiting && !awaited.isError && (
        <Card busy>
          <Skeleton shape="row" count={4} />
        </Card>
      )}
      {isWaiting && awaited.isError && <LoadError title={texts.failed} query={awaited} />}
      {!isWaiting && !isOwner && (
        <Banner>
          {texts.ownersOnly(formats.list(owners.map(({ name }) => name ?? texts.gone)))}
        </Banner>
      )}
      {isOwner && (
        <>
          <AuditFilterBar filters={filters} members={team.data?.members ?? []} onChange={go} />
          <AuditLog filters={filters} onClear={() => go({ period: 'all' })} />
        </>
      )}
    </div>
  );
}
