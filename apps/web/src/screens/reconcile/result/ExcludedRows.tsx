import type { Reconciliation } from '@seller-connect/contract';
import { Banner } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import styles from '../reconcile.module.css';
import { texts } from '../texts.ts';

const labels = texts.notCompared;

/** The rows of the file that were excluded from the comparison, and why. */
export function ExcludedRows({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  const { notCompared, unreadable, unknownStatuses } = reconciliation;
  const points = [
    notCompared.statuses > 0 && labels.statuses(formats.number(notCompared.statuses)),
    unknownStatuses.length > 0 && labels.unknownStatuses(unknownStatuses.join(', ')),
    unreadable.rows > 0 && rowsOf(unreadable),
    notCompared.quantities > 0 && labels.quantities(formats.number(notCompared.quantities)),
  ].filter((point) => point !== false);
  if (points.length === 0) return null;
  const isGrave = notCompared.statuses + unreadable.rows > 0;
  return (
    <Banner tone={isGrave ? 'attention' : 'info'} title={labels.title}>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </Banner>
  );
}

function rowsOf({ rows, first }: Reconciliation['unreadable']): string {
  const named = first.map(({ row, column }) => labels.row(formats.number(row), column));
  const more = rows - first.length;
  const all = more > 0 ? [...named, labels.moreRows(formats.number(more))] : named;
  return `${labels.rows(formats.number(rows))} ${all.join(', ')}.`;
}
