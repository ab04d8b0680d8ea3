import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/queries/endpointQuery.ts';
import { formats } from '../../i18n/index.ts';
import { texts } from './texts.ts';
import styles from './verified.module.css';

const pollIntervalMs = 10_000;
const query = { period: '7d' } as const;

/** Orders and sales of the last seven days, as soon as there are any. They grow while `live`. */
export function FirstMetrics({ live }: { readonly live: boolean }) {
  const { data, isPending } = useQuery({
    ...endpointQuery('reportSummary', { query, background: true }),
    refetchInterval: live && pollIntervalMs,
  });
  const orders = data?.metrics.orders.value ?? null;
  const gmv = data?.metrics.gmv.value ?? null;
  // The room of the figures, so that nothing moves when they come.
  if (isPending) return <div className={styles.metrics} aria-busy="true" />;
  if (!data || orders === null || gmv === null) return null;
  return (
    <dl className={styles.metrics}>
      <div>
        <dt>{texts.weekOrders}</dt>
        <dd>{formats.number(orders)}</dd>
      </div>
      <div>
        <dt>{texts.weekSales}</dt>
        <dd>{formats.money(gmv, data.currency)}</dd>
      </div>
    </dl>
  );
}
