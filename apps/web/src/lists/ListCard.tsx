import { Card, Button, EmptyState, Pagination, SearchField, SearchIcon } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats } from '../i18n/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import styles from './ListCard.module.css';
import { ListLoading } from './ListLoading.tsx';
import { texts } from './texts.ts';

interface ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

export interface ListCardProps<Page extends ListPage> {
  readonly query: UseQueryResult<Page>;
  readonly search: {
    readonly label: string;
    readonly value: string;
    readonly onSearch: (text: string) => void;
  };
  /** Shown above the search field: the states of the rows. */
  readonly tabs?: ReactNode;
  /** Shown beside the search field. */
  readonly filters?: ReactNode;
  /** Shown below the search field, for filters that need their own line. */
  readonly moreFilters?: ReactNode;
  /** Whether a search or filter is active. */
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Formats the total; announced on every change. */
  readonly count: (total: number) => string;
  /** Shown if the list is empty without filters. */
  readonly empty: ReactNode;
  readonly failed: string;
  readonly hrefOf: (page: number) => string;
  /** Renders the rows of a page; `busy` means that newer rows are loading. */
  readonly children: (page: Page, busy: boolean) => ReactNode;
}

/** A searchable, filtered and paginated list with its loading, error, offline and empty states. */
export function ListCard<Page extends ListPage>({
  query,
  tabs,
  search,
  filters,
  moreFilters,
  filtered,
  onClear,
  count,
  empty,
  failed,
  hrefOf,
  children,
}: ListCardProps<Page>) {
  const { data, error, isPlaceholderData } = query;
  const nothing = data?.total === 0;
  return (
    <Card flush busy={isPlaceholderData}>
      {tabs}
      <div className={styles.bar}>
        <SearchField
          label={search.label}
          placeholder={search.label}
          value={search.value}
          onSearch={search.onSearch}
          clearLabel={texts.clearSearch}
        />
        {filters}
        <p
          className={tabs === undefined ? styles.count : `${styles.count} ${styles.inTabs}`}
          role="status"
        >
          {data && !isPlaceholderData ? count(data.total) : ''}
        </p>
      </div>
      {moreFilters && <div className={styles.bar}>{moreFilters}</div>}
      {error && (
        <div className={styles.face}>
          <LoadError title={failed} query={query} explained />
        </div>
      )}
      {!data && !error && (
        <div className={styles.face} aria-busy={query.isLoading}>
          <ListLoading query={query} rows={8} />
        </div>
      )}
      {nothing && !filtered && <div className={styles.face}>{empty}</div>}
      {nothing && filtered && (
        <div className={styles.face}>
          <EmptyState
            title={texts.noMatch}
            icon={<SearchIcon size={24} />}
            action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
          >
            {texts.noMatchText}
          </EmptyState>
        </div>
      )}
      {data && !nothing && children(data, isPlaceholderData)}
      {data && data.total > data.pageSize && (
        <div className={styles.foot}>
          <Pagination
            label={texts.pages}
            page={data.page}
            pages={Math.ceil(data.total / data.pageSize)}
            hrefOf={hrefOf}
            labels={texts}
            format={formats.number}
          />
        </div>
      )}
    </Card>
  );
}
