import { Card, Button, DownloadIcon, Select } from '@seller-connect/ui';
import { useState } from 'react';
import { coreClient } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { downloadBlob } from '../../lists/downloadBlob.ts';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { useDataSetFields } from './useDataSetFields.tsx';
import styles from './tools.module.css';
import { texts } from './texts.ts';

const labels = texts.download;
const formats = ['xlsx', 'csv', 'parquet'] as const;

/** Downloads a data set as a file. */
export function DownloadCard() {
  const { chosen, fields, query } = useDataSetFields();
  const [format, setFormat] = useState<(typeof formats)[number]>('xlsx');
  const fetchFile = useMutation({
    mutationFn: () => {
      const to = todayIn(defaultTimeZone);
      const { dataSet, days } = chosen;
      const range = days === null ? {} : { from: addDays(to, 1 - days), to };
      return coreClient().download('exportReport', {
        query: { dataSet, ...range, format, bom: 'true', header: 'label' },
      });
    },
    changes: [],
    onSuccess: (file) =>
      downloadBlob(file, labels.file(chosen.dataSet, todayIn(defaultTimeZone), format)),
  });
  return (
    <Card title={labels.title} summary={labels.intro}>
      {query.isError && !query.data ? (
        <LoadError title={labels.noData} query={query} />
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
            disabled={!query.data}
            onClick={() => fetchFile.mutate()}
          >
            {labels.do}
          </Button>
        </div>
      )}
    </Card>
  );
}
