import type { Reconciliation } from '@seller-connect/contract';
import { formats } from '../../../i18n/index.ts';
import { texts } from '../texts.ts';
import { differenceGroups, groupHref } from './differenceFilters.ts';
import styles from './ResultCounts.module.css';

const labels = texts.orderCounts;

interface OrderCount {
  readonly id: string;
  readonly name: string;
  readonly orders: number;
  readonly note?: string;
  /** The list of these orders. Of equal orders none is stored. */
  readonly href?: string;
}

/** How many orders were compared, and what became of them, each with a link to the orders. */
export function ResultCounts({ reconciliation }: { readonly reconciliation: Reconciliation }) {
  return (
    <ul className={styles.counts} aria-label={labels.title}>
      {countsOf(reconciliation).map(({ id, name, orders, note, href }) => {
        const content = (
          <>
            <span className={styles.name}>{name}</span>
            <span className={styles.number}>{formats.number(orders)}</span>
            <span className={styles.note}>{note ?? ' '}</span>
          </>
        );
        return (
          <li key={id} data-count={id}>
            {href === undefined ? (
              <div className={styles.count}>{content}</div>
            ) : (
              <a className={styles.count} href={href}>
                {content}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function countsOf(reconciliation: Reconciliation): OrderCount[] {
  const { id, compared, equal, differing, groups } = reconciliation;
  const allDifferences = groupHref(id, null);
  const parts =
    groups === null
      ? [{ id: 'differing', name: labels.differing, orders: differing, href: allDifferences }]
      : differenceGroups.flatMap((group): OrderCount[] => {
          const found = groups.find((each) => each.group === group);
          // Few comparisons have orders that wait for a sync.
          if (!found)
            return group === 'waiting' ? [] : [{ id: group, name: labels[group], orders: 0 }];
          return [
            {
              id: group,
              name: labels[group],
              orders: found.orders,
              href: groupHref(id, group),
              ...(Number(found.effect) === 0
                ? {}
                : { note: labels.effect(formats.money(found.effect, reconciliation.currency)) }),
            },
          ];
        });
  return [
    {
      id: 'compared',
      name: labels.compared,
      orders: compared,
      note: labels.seeOrders,
      href: ordersHref(reconciliation),
    },
    { id: 'equal', name: labels.equal, orders: equal },
    ...parts,
  ];
}

/** The report's orders of the shop and days that were compared. */
function ordersHref({ shopId, from, to }: Reconciliation): string {
  return `/orders?${new URLSearchParams({ shop: shopId, period: 'custom', from, to })}`;
}
