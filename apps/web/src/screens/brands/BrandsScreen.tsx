import {
  EmptyState,
  LinkButton,
  PageHeader,
  PlusIcon,
  Select,
  Table,
  TagIcon,
  TextLink,
  Page,
} from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { ListCard, sortProps, useClampPage, useUrlState } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { BrandStatusPill } from './BrandStatusPill.tsx';
import styles from './brands.module.css';
import { brandsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { toQuery, brandFilters, sorts, type BrandListFilters } from './filters.ts';

/** Lists the company's brands. Search, filter, sort order and page are in the address. */
export default function BrandsScreen() {
  const list = useUrlState('/brands', brandFilters);
  const { filters } = list;
  const brands = useQuery(brandsQuery(toQuery(filters)));
  useClampPage(brands.data, list);
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
        {texts.intro}
      </PageHeader>
      <ListCard
        query={brands}
        search={{
          label: texts.search,
          value: filters.search,
          onSearch: (search) => list.replace({ search }),
        }}
        filters={
          <Select
            compact
            label={texts.filterStatus}
            value={filters.status ?? 'all'}
            options={[
              { value: 'all', label: texts.anyStatus },
              { value: 'Active', label: texts.statuses.Active },
              { value: 'Inactive', label: texts.statuses.Inactive },
            ]}
            onValueChange={(status) => list.set({ status: status === 'all' ? null : status })}
          />
        }
        filtered={filtered}
        onClear={() => list.set({ search: '', status: null })}
        count={(total) => (filtered ? texts.found : texts.count)(formats.number(total))}
        failed={texts.failed}
        empty={
          <EmptyState
            title={texts.empty}
            icon={<TagIcon size={24} />}
            action={<LinkButton href="/brands/new">{texts.add}</LinkButton>}
          >
            {texts.emptyText}
          </EmptyState>
        }
        hrefOf={(page) => list.hrefOf({ page })}
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
      lineCards
      {...sortProps(filters.sort, sorts, onSort)}
      columns={[
        {
          id: 'name',
          header: texts.columns.name,
          sortable: true,
          firstDirection: 'ascending',
          render: (brand) => (
            <TextLink href={`/brands/${encodeURIComponent(brand.code)}`}>{brand.name}</TextLink>
          ),
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
          render: (brand) => (
            <time dateTime={brand.updatedAt} title={formats.dateTime(brand.updatedAt)}>
              {formats.relative(brand.updatedAt)}
            </time>
          ),
        },
      ]}
    />
  );
}
