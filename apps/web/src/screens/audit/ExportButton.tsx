import { Button, DownloadIcon } from '@seller-connect/ui';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from '../../lists/downloadBlob.ts';
import { todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import { toDateRange, toQuery, type AuditFilters } from './filters.ts';

/** Downloads the filtered entries as a spreadsheet file, with the period in its name. */
export function ExportButton({ filters }: { readonly filters: AuditFilters }) {
  const fetchFile = useMutation({
    mutationFn: () => coreClient().download('exportAudit', { query: toQuery(filters) }),
    changes: [],
    onSuccess(file) {
      const days = toDateRange(filters);
      const period = days ? `${days.from}--${days.to}` : todayIn(defaultTimeZone);
      downloadBlob(file, texts.file(period));
    },
  });
  return (
    <Button icon={<DownloadIcon />} busy={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
      {texts.export}
    </Button>
  );
}
