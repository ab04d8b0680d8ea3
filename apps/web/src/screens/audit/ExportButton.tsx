import { Button, DownloadIcon } from '@seller-connect/ui';
import { core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { saveFile } from '../../lists/downloadBlob.ts';
import { todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import { daysOf, queryOf, type AuditView } from './filters.ts';

/** Gives what the filters leave as a file for spreadsheets, with the period in its name. */
export function ExportButton({ view }: { readonly view: AuditView }) {
  const fetchFile = useMutation({
    mutationFn: () => core().download('exportAudit', { query: queryOf(view) }),
    changes: [],
    onSuccess(file) {
      const days = daysOf(view);
      const period = days ? `${days.from}--${days.to}` : todayIn(defaultTimeZone);
      saveFile(file, texts.file(period));
    },
  });
  return (
    <Button icon={<DownloadIcon />} busy={fetchFile.isPending} onClick={() => fetchFile.mutate()}>
      {texts.export}
    </Button>
  );
}
