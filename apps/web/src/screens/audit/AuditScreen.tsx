import { Banner, Button, Card, DownloadIcon, PageHeader, Skeleton } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { teamQuery, userQuery } from '../../api/queries/sharedQueries.ts';
import { useTeamRole } from '../../session/useTeamRole.ts';
import { formats, defaultTimeZone } from '../../i18n/index.ts';
import { useUrlState } from '../../lists/useUrlState.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import styles from './audit.module.css';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditLog } from './AuditLog.tsx';
import { auditFilters, toDateRange, toQuery, type AuditFilters } from './filters.ts';
import { texts } from './texts.ts';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from '../../lists/download/downloadBlob.ts';
import { todayIn } from '../../i18n/calendarDays.ts';

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

/** Downloads the filtered entries as a spreadsheet file, with the period in its name. */
function ExportButton({ filters }: { readonly filters: AuditFilters }) {
  const fetchFile = useMutation({
    mutationFn: (exported: AuditFilters) =>
      coreClient().download('exportAudit', { query: toQuery(exported) }),
    changes: [],
    onSuccess(file, exported) {
      const days = toDateRange(exported);
      const period = days ? `${days.from}--${days.to}` : todayIn(defaultTimeZone);
      downloadBlob(file, texts.file(period));
    },
  });
  return (
    <Button
      icon={<DownloadIcon />}
      busy={fetchFile.isPending}
      onClick={() => fetchFile.mutate(filters)}
    >
      {texts.export}
    </Button>
  );
}
