import { Banner, Card, Button, DownloadIcon, Select } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from '../../lists/downloadBlob.ts';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone, sharedTexts } from '../../i18n/index.ts';
import { useDataSetFields } from './useDataSetFields.tsx';
import styles from './tools.module.css';
import { texts } from './texts.ts';

const labels = texts.download;
const formats = ['xlsx', 'csv', 'parquet'] as const;

/** Downloads a data set as a file. */
export function DownloadCard() {
  const { chosen, fields, ready, failed, refetch } = useDataSetFields();
  const [format, setFormat] = useState<(typeof formats)[number]>('xlsx');
  const fetchFile = useMutation({
    mutationFn: () => {
      const to = todayIn(defaultTimeZone);
      const { dataSet, days } = chosen;
      const range = days === null ? {} : { from: addDays(to, 1 - days), to };
      const query = { dataSet, ...range, format, bom: 'true', header: 'label' } as const;
      return coreClient().download('exportReport', { query });
    },
    changes: [],
    onSuccess: (file) =>
      downloadBlob(file, labels.file(chosen.dataSet, todayIn(defaultTimeZone), format)),
  });
  return (
    <Card title={labels.title} summary={labels.intro}>
      {failed ? (
        <Banner
          tone="negative"
          title={labels.noData}
          actions={<Button onClick={() => void refetch()}>{sharedTexts.tryAgain}</Button>}
        />
      ) : (
        <div className={styles.rowsForm}>
          {fields}
          <Select
            label={labels.format}
            options={formats.map((value) => ({ value, label: labels.formats[value] }))}
            value={format}
            onValueChange={setFormat}
          />
          <Button
            icon={<DownloadIcon />}
            busy={fetchFile.isPending}
            disabled={!ready}
            onClick={() => fetchFile.mutate()}
          >
            {labels.do}
          </Button>
        </div>
      )}
    </Card>
  );
}
