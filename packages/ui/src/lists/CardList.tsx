import { Fragment, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './CardList.module.css';
import { SelectionCheckbox, type TableSelection } from './SelectionCheckbox.tsx';

/**
 * Up to three lines, each with a part at the start and one at the end, and then lines of named values. A line without
 * parts is left out.
 */
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
  /** Values of which each has a line with its name. */
  readonly facts?: readonly CardFact[];
  /** `end`, the default, for amounts; `start` for texts, which then begin below each other. */
  readonly factAlign?: 'start' | 'end';
  /** A button at the end of the last line, outside the card's link. */
  readonly action?: ReactNode;
  /** Heading above the first card of a group, such as the day. */
  readonly group?: string;
}

export interface CardFact {
  readonly name: string;
  readonly value: ReactNode;
  /** What the others lead to, such as their difference. */
  readonly isResult?: boolean;
}

export interface CardListProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly cardOf: (row: Row) => RowCard;
  /** Newer rows are loading; the current ones stay visible. */
  readonly busy?: boolean;
  readonly selection?: TableSelection<Row> | undefined;
}

/** The rows of a list on a phone: cards of three lines, each of which is a link as a whole. */
export function CardList<Row>({
  label,
  rows,
  rowKey,
  cardOf,
  busy = false,
  selection,
}: CardListProps<Row>) {
  const cards = rows.map((row) => ({ key: rowKey(row), row, ...cardOf(row) }));
  return (
    <ul className={styles.list} aria-label={label} aria-busy={busy || undefined}>
      {cards.map((card, index) => (
        <li key={card.key}>
          {card.group !== undefined && card.group !== cards[index - 1]?.group && (
            <p className={styles.group}>{card.group}</p>
          )}
          <div className={styles.row}>
            {selection && (
              <SelectionCheckbox
                selection={selection}
                rows={[card.row]}
                label={selection.labelOf(card.row)}
              />
            )}
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
  const { media, title, value, text, textEnd, detail, detailEnd, facts = [] } = card;
  return (
    <>
      {media}
      <span className={styles.lines}>
        <span className={styles.line}>
          <span className={styles.title}>{title}</span>
          <span className={styles.value}>{value}</span>
        </span>
        {(text ?? textEnd) !== undefined && (
          <span className={styles.line}>
            <span className={styles.text}>{text}</span>
            <span className={styles.end}>{textEnd}</span>
          </span>
        )}
        {(detail ?? detailEnd) !== undefined && (
          <span className={styles.line}>
            <span className={styles.detail}>{detail}</span>
            <span className={styles.end}>{detailEnd}</span>
          </span>
        )}
        {facts.length > 0 && (
          <span className={classNames(styles.facts, card.factAlign !== 'start' && styles.amounts)}>
            {facts.map(({ name, value: fact, isResult = false }) => (
              <Fragment key={name}>
                <span className={styles.name}>{name}</span>{' '}
                <span className={classNames(isResult && styles.result)}>{fact}</span>{' '}
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  );
}
