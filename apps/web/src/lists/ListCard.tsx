import { Card, Button, EmptyState, SearchField, SearchIcon } from '@seller-connect/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formats } from '../i18n/index.ts';
import { LoadError } from '../loading/LoadError.tsx';
import styles from './ListCard.module.css';
import { ListLoading } from './ListLoading.tsx';
import { ListPagination } from './ListPagination.tsx';
import { texts } from './texts.ts';
import { useClampPage, type UrlState } from './useUrlState.ts';

interface ListPage {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

interface ListState {
  readonly search: string;
  readonly page: number;
}

export interface ListCardProps<Page extends ListPage> {
  readonly query: UseQueryResult<Page>;
  /** The search and the page in the address. */
  readonly list: Pick<UrlState<ListState>, 'filters' | 'replace' | 'hrefOf'>;
  readonly texts: {
    /** Label of the search field. */
    readonly search: string;
    readonly failed: string;
    /** Format the total without and with filters; announced on every change. */
    readonly count: (total: string) => string;
    readonly found: (total: string) => string;
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
  /** Shown if the list is empty without filters. */
  readonly empty: ReactNode;
  /** Renders the rows of a page; `busy` means that newer rows are loading. */
  readonly children: (page: Page, busy: boolean) => ReactNode;
}

/** A searchable, filtered and paginated list with its loading, error, offline and empty states. */
export function ListCard<Page extends ListPage>({
  query,
  list,
  texts: ofRows,
  tabs,
  filters,
  moreFilters,
  filtered,
  onClear,
  empty,
  children,
}: ListCardProps<Page>) {
  const { data, error, isPlaceholderData } = query;
  useClampPage(data, list);
  const nothing = data?.total === 0;
  const countText = filtered ? ofRows.found : ofRows.count;
  return (
    <Card flush busy={isPlaceholderData}>
      {tabs}
      <div className={styles.bar}>
        <SearchField
          label={ofRows.search}
          placeholder={ofRows.search}
          value={list.filters.search}
          onSearch={(search) => list.replace({ search })}
          clearLabel={texts.clearSearch}
        />
        {filters}
        <p
          className={tabs === undefined ? styles.count : `${styles.count} ${styles.inTabs}`}
          role="status"
        >
          {data && !isPlaceholderData ? countText(formats.number(data.total)) : ''}
        </p>
      </div>
      {moreFilters && <div className={styles.bar}>{moreFilters}</div>}
      {error && (
        <div className={styles.face}>
          <LoadError title={ofRows.failed} query={query} explained />
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
          <ListPagination of={data} hrefOf={(page) => list.hrefOf({ page })} />
        </div>
      )}
    </Card>
  );
}
