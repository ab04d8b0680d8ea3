import type { ReactNode } from 'react';
import styles from './CardList.module.css';

/** Three lines, each with a part at the start and one at the end. */
export interface RowCard {
  readonly href?: string | undefined;
  /** Picture or mark at the left. */
  readonly media?: ReactNode;
  readonly title: ReactNode;
  readonly value?: ReactNode;
  readonly text?: ReactNode;
  readonly textEnd?: ReactNode;
  readonly detail?: ReactNode;
  readonly detailEnd?: ReactNode;
  /** A button at the right of the card, outside its link. */
  readonly action?: ReactNode;
  /** Heading above the first card of a group, such as the day. */
  readonly group?: string;
}

export interface CardListProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly cardOf: (row: Row) => RowCard;
  /** Newer rows are loading; the current ones stay visible. */
  readonly busy?: boolean;
}

/** The rows of a list on a phone: cards of three lines, each of which is a link as a whole. */
export function CardList<Row>({ label, rows, rowKey, cardOf, busy = false }: CardListProps<Row>) {
  const cards = rows.map((row) => ({ key: rowKey(row), ...cardOf(row) }));
  return (
    <ul className={styles.list} aria-label={label} aria-busy={busy || undefined}>
      {cards.map((card, index) => (
        <li key={card.key}>
          {card.group !== undefined && card.group !== cards[index - 1]?.group && (
            <p className={styles.group}>{card.group}</p>
          )}
          <div className={styles.row}>
            {card.href === undefined ? (
              <div className={styles.card}>
                <CardContent card={card} />
              </div>
            ) : (
              <a className={styles.card} href={card.href}>
                <CardContent card={card} />
              </a>
            )}
            {card.action !== undefined && <div className={styles.action}>{card.action}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

function CardContent({ card }: { readonly card: RowCard }) {
  return (
    <>
      {card.media}
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.title}>{card.title}</span>
          <span className={styles.value}>{card.value}</span>
        </span>
        <span className={styles.line}>
          <span className={styles.text}>{card.text}</span>
          <span className={styles.end}>{card.textEnd}</span>
        </span>
        <span className={styles.line}>
          <span className={styles.detail}>{card.detail}</span>
          <span className={styles.end}>{card.detailEnd}</span>
        </span>
      </span>
    </>
  );
}
