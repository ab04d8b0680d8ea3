import { Button, DownloadIcon, Menu } from '@seller-connect/ui';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from './downloadBlob.ts';
import { todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone, sharedTexts } from '../../i18n/index.ts';
import { texts } from '../texts.ts';

const kinds = ['xlsx', 'csv'] as const;
export type ListFormat = (typeof kinds)[number];

export interface DownloadMenuProps {
  /** File name without date and extension. */
  readonly name: string;
  readonly fetchFile: (format: ListFormat) => Promise<Blob>;
  /** Disables the menu if there is nothing to download. */
  readonly disabled?: boolean;
}

/** Downloads the whole list, with the current search and filters, as a file; or prints the page that is shown. */
export function DownloadMenu({ name, fetchFile, disabled = false }: DownloadMenuProps) {
  const download = useMutation({
    mutationFn: fetchFile,
    changes: [],
    onSuccess: (file, format) =>
      downloadBlob(file, `${name}-${todayIn(defaultTimeZone)}.${format}`),
  });
  return (
    <Menu
      label={texts.download}
      entries={[
        ...kinds.map((format) => ({
          id: format,
          label: texts.formats[format],
          onSelect: () => download.mutate(format),
        })),
        { id: 'print', label: sharedTexts.print, onSelect: () => window.print() },
      ]}
      renderTrigger={(props) => (
        <Button {...props} icon={<DownloadIcon />} busy={download.isPending} disabled={disabled}>
          {texts.download}
        </Button>
      )}
    />
  );
}
