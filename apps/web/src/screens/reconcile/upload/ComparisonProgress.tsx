import { Progress } from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { formats } from '../../../i18n/index.ts';
import { reconciliationProgressQuery } from '../queries.ts';
import { texts } from '../texts.ts';

export interface ComparisonProgressProps {
  readonly name: string;
  readonly uploadId: string;
}

/** The server's progress after the upload: rows read, orders compared, orders refetched. */
export function ComparisonProgress({ name, uploadId }: ComparisonProgressProps) {
  const { data } = useQuery(reconciliationProgressQuery(uploadId));
  const done = formats.number(data?.done ?? 0);
  const total = data?.total ?? null;
  const statusText =
    data?.phase === 'comparing' && total !== null
      ? texts.compared(name, done, formats.number(total))
      : data?.phase === 'reading'
        ? texts.rowsRead(name, done)
        : data?.phase === 'refetching' && total !== null
          ? texts.refetched(done, formats.number(total))
          : texts.comparingWhat(name);
  return (
    <Progress
      label={texts.comparing}
      share={data && total !== null && total > 0 ? data.done / total : null}
      valueText={statusText}
    />
  );
}
