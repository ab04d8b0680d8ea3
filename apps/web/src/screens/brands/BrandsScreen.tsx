import {
  EmptyState,
  LinkButton,
  PageHeader,
  PlusIcon,
  Table,
  TagIcon,
  TextLink,
  Page,
  useIsPhone,
  Quiet,
  type RowCard,
} from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { ListCard, ListFilters, sortProps, useUrlState, FilterSelect } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { BrandStatusPill } from './BrandStatusPill.tsx';
import styles from './brands.module.css';
import { brandsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { toQuery, brandFilters, sorts, statuses, type BrandListFilters } from './filters.ts';

/** Lists the company's brands. Search, filter, sort order and page are in the address. */
export default function BrandsScreen() {
  const list = useUrlState('/brands', brandFilters);
  const { filters } = list;
  const brands = useQuery(brandsQuery(toQuery(filters)));
  // The list begins in the upper half of a phone.
  const isPhone = useIsPhone();
  const filtered = filters.search.trim() !== '' || filters.status !== null;

  return (
    <Page>
      <PageHeader
        title={texts.title}
        actions={
          <LinkButton variant="primary" href="/brands/new" icon={<PlusIcon />}>
            {texts.add}
          </LinkButton>
        }
      >
        {isPhone ? undefined : texts.intro}
      </PageHeader>
      <ListCard
        query={brands}
        list={list}
        texts={texts}
        filters={
          <ListFilters
            count={filters.status === null ? 0 : 1}
            onClear={() => list.set({ status: null, sort: 'name' })}
            sort={{
              value: filters.sort,
              sorts,
              names: texts.sorts,
              onSort: (sort) => list.set({ sort }),
            }}
          >
            {(compact) => (
              <FilterSelect
                compact={compact}
                label={texts.filterStatus}
                all={texts.anyStatus}
                value={filters.status}
                options={statuses.map((value) => ({ value, label: texts.statuses[value] }))}
                onValueChange={(status) => list.set({ status })}
              />
            )}
          </ListFilters>
        }
        filtered={filtered}
        onClear={() => list.set({ search: '', status: null })}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<TagIcon size={24} />}
            action={<LinkButton href="/brands/new">{texts.add}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
      >
        {({ items: rows }, busy) => (
          <BrandTable
            rows={rows}
            busy={busy}
            filters={filters}
            onSort={(sort) => list.set({ sort })}
          />
        )}
      </ListCard>
    </Page>
  );
}

interface BrandTableProps {
  readonly rows: readonly Brand[];
  readonly busy: boolean;
  readonly filters: BrandListFilters;
  readonly onSort: (sort: BrandListFilters['sort']) => void;
}

function BrandTable({ rows, busy, filters, onSort }: BrandTableProps) {
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={(brand) => brand.code}
      busy={busy}
      cardOf={cardOf}
      {...sortProps(filters.sort, sorts, onSort)}
      columns={[
        {
          id: 'name',
          header: texts.columns.name,
          sortable: true,
          firstDirection: 'ascending',
          render: (brand) => <TextLink href={hrefOf(brand)}>{brand.name}</TextLink>,
        },
        {
          id: 'code',
          header: texts.columns.code,
          sortable: true,
          firstDirection: 'ascending',
          render: (brand) => <span className={styles.code}>{brand.code}</span>,
        },
        {
          id: 'status',
          header: texts.status,
          sortable: true,
          firstDirection: 'ascending',
          render: (brand) => <BrandStatusPill status={brand.status} />,
        },
        {
          id: 'updatedAt',
          header: texts.updated,
          sortable: true,
          render: updatedTime,
        },
      ]}
    />
  );
}

const hrefOf = ({ code }: Brand) => `/brands/${encodeURIComponent(code)}`;

const updatedTime = ({ updatedAt }: Brand) => (
  <time dateTime={updatedAt} title={formats.dateTime(updatedAt)}>
    {formats.relative(updatedAt)}
  </time>
);

/** Name and state; code and last change. */
function cardOf(brand: Brand): RowCard {
  return {
    href: hrefOf(brand),
    title: brand.name,
    value: <BrandStatusPill status={brand.status} />,
    text: <Quiet>{brand.code}</Quiet>,
    textEnd: updatedTime(brand),
  };
}
