import { Banner, Block, Button, DownloadIcon, Select } from '@seller-connect/ui';
import { useState } from 'react';
import { core } from '../../api/index.ts';
import { useMutation } from '../../api/queries/useMutation.ts';
import { saveFile } from '../../lists/downloadBlob.ts';
import { addDays, todayIn } from '../../i18n/calendarDays.ts';
import { defaultTimeZone, shared } from '../../i18n/index.ts';
import { useRows } from './useDataSetFields.tsx';
import styles from './tools.module.css';
import { texts } from './texts.ts';

const words = texts.download;
const formats = ['xlsx', 'csv', 'parquet'] as const;

/** A data set as a file, now. */
export function Download() {
  const { chosen, fields, ready, failed, refetch } = useRows();
  const [format, setFormat] = useState<(typeof formats)[number]>('xlsx');
  const fetchFile = useMutation({
    mutationFn: () => {
      const to = todayIn(defaultTimeZone);
      const { dataSet, days } = chosen;
      const range = days === null ? {} : { from: addDays(to, 1 - days), to };
      const query = { dataSet, ...range, format, bom: 'true', header: 'label' } as const;
      return core().download('exportReport', { query });
    },
    changes: [],
    onSuccess: (file) =>
      saveFile(file, words.file(chosen.dataSet, todayIn(defaultTimeZone), format)),
  });
  return (
    <Block title={words.title} summary={words.intro}>
      {failed ? (
        <Banner
          tone="negative"
          title={words.noData}
          actions={<Button onClick={() => void refetch()}>{shared.tryAgain}</Button>}
        />
      ) : (
        <div className={styles.rowsForm}>
          {fields}
          <Select
            label={words.format}
            options={formats.map((value) => ({ value, label: words.formats[value] }))}
            value={format}
            onValueChange={setFormat}
          />
          <Button
            icon={<DownloadIcon />}
            busy={fetchFile.isPending}
            disabled={!ready}
            onClick={() => fetchFile.mutate()}
          >
            {words.do}
          </Button>
        </div>
      )}
    </Block>
  );
}
