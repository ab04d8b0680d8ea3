import { useQuery } from '@tanstack/react-query';
import type { Shop, Todo } from '@seller-connect/contract';
import {
  AlertCircleIcon,
  BoxIcon,
  ChevronRightIcon,
  ClockIcon,
  TruckIcon,
} from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { formats } from '../../../i18n/index.ts';
import { todoQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import styles from './TodoStrip.module.css';

const labels = texts.todo;

interface Task {
  readonly id: string;
  readonly text: string;
  readonly href: string;
  readonly icon: ReactNode;
  readonly urgent?: boolean;
}

/** What waits for the seller, each with a link to it. The strip keeps its height while it loads. */
export function TodoStrip({ shops }: { readonly shops: readonly Shop[] }) {
  const { data, error } = useQuery(todoQuery);
  const cut = shops.filter(({ status }) => status === 'needs_reauthorization').length;
  const tasks = data ? tasksOf(data, cut) : [];
  // The report is worth more than this strip, which has nothing to say if it fails.
  if (error && !data) return null;
  return (
    <section className={styles.strip} aria-label={labels.title} aria-busy={!data || undefined}>
      <h2 className={styles.title}>{labels.title}</h2>
      {data && tasks.length === 0 && <p className={styles.nothing}>{labels.nothing}</p>}
      <ul className={styles.list}>
        {tasks.map(({ id, text, href, icon, urgent }) => (
          <li key={id}>
            <a className={styles.task} href={href} data-urgent={urgent || undefined}>
              {icon}
              <span>{text}</span>
              <ChevronRightIcon />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function tasksOf({ toShip, overdue, soldOut, lowStock }: Todo, cut: number): Task[] {
  const { from, to } = overdue;
  const days = new URLSearchParams({ basis: 'committed', period: 'custom', from, to });
  return [
    {
      id: 'relink',
      count: cut,
      text: labels.relink(formats.number(cut)),
      href: '/connect',
      icon: <AlertCircleIcon />,
      urgent: true,
    },
    {
      id: 'toShip',
      count: toShip.orders,
      text: labels.toShip(countText(toShip)),
      href: '/orders?stage=to_ship',
      icon: <TruckIcon />,
    },
    {
      id: 'overdue',
      count: overdue.orders,
      text: labels.overdue(countText(overdue)),
      href: `/orders?payout=overdue&${days}`,
      icon: <ClockIcon />,
      urgent: true,
    },
    {
      id: 'soldOut',
      count: soldOut,
      text: labels.soldOut(formats.number(soldOut)),
      href: '/products?soldOut=1',
      icon: <BoxIcon />,
    },
    {
      id: 'lowStock',
      count: lowStock,
      text: labels.lowStock(formats.number(lowStock)),
      href: '/products?lowStock=1&sort=cover',
      icon: <BoxIcon />,
    },
  ].filter(({ count }) => count > 0);
}

function countText({ orders, more }: { readonly orders: number; readonly more: boolean }): string {
  const text = formats.number(orders);
  return more ? labels.more(text) : text;
}
