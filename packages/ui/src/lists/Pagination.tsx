import { ChevronLeftIcon, ChevronRightIcon } from '../icons/icons.ts';
import styles from './Pagination.module.css';

export interface PaginationProps {
  /** Accessible name. */
  readonly label: string;
  /** One-based. */
  readonly page: number;
  readonly pages: number;
  /** Returns the URL of a page. Pages are links so that they can be shared and are part of the history. */
  readonly hrefOf: (page: number) => string;
  readonly labels: {
    readonly previous: string;
    readonly next: string;
    /** Accessible name of a page link, such as “Page 3”. */
    readonly page: (page: string) => string;
  };
  readonly format?: (page: number) => string;
}

/** Returns the first and last page, the current one and its neighbors, and gaps between them. */
export function visiblePages(page: number, pages: number): (number | 'gap')[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter(
    (each) => each >= 1 && each <= pages,
  );
  const sorted = [...new Set(candidates)].toSorted((a, b) => a - b);
  return sorted.flatMap((each, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || each === previous + 1) return [each];
    // A gap of a single page is replaced by that page.
    return [each === previous + 2 ? each - 1 : ('gap' as const), each];
  });
}

/** Links to the pages of a list. Renders nothing for a single page. */
export function Pagination({
  label,
  page,
  pages,
  hrefOf,
  labels,
  format = String,
}: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label}>
      <ul className={styles.pages}>
        <li>
          <Step page={page - 1} disabled={page <= 1} name={labels.previous} hrefOf={hrefOf}>
            <ChevronLeftIcon />
          </Step>
        </li>
        {visiblePages(page, pages).map((each, index) =>
          each === 'gap' ? (
            <li key={`gap ${index}`} className={styles.gap} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={each}>
              <a
                className={styles.page}
                href={hrefOf(each)}
                aria-label={labels.page(format(each))}
                aria-current={each === page ? 'page' : undefined}
              >
                {format(each)}
              </a>
            </li>
          ),
        )}
        <li>
          <Step page={page + 1} disabled={page >= pages} name={labels.next} hrefOf={hrefOf}>
            <ChevronRightIcon />
          </Step>
        </li>
      </ul>
    </nav>
  );
}

interface StepProps {
  readonly page: number;
  readonly disabled: boolean;
  readonly name: string;
  readonly hrefOf: (page: number) => string;
  readonly children: React.ReactNode;
}

function Step({ page, disabled, name, hrefOf, children }: StepProps) {
  // HTML represents a disabled link as an anchor without `href`.
  return (
    <a
      className={styles.page}
      role="link"
      aria-label={name}
      aria-disabled={disabled || undefined}
      {...(disabled ? {} : { href: hrefOf(page) })}
    >
      {children}
    </a>
  );
}
