import {
  EmptyState,
  LinkButton,
  PageHeader,
  PlusIcon,
  Select,
  Table,
  TagIcon,
  TextLink,
} from '@seller-connect/ui';
import type { Brand } from '@seller-connect/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ListBlock, sortFrom, tableSort, useLastPage, useListAddress } from '../../lists/index.ts';
import { formats } from '../../i18n/index.ts';
import { BrandStatusPill } from './BrandStatusPill.tsx';
import styles from './brands.module.css';
import { brandsQuery } from './queries.ts';
import { texts } from './texts.ts';
import { addressOf, queryOf, readView, sorts, type BrandView } from './filters.ts';

/** Every brand of the company: searched, filtered, sorted and paged, all in the address. */
export function BrandsScreen() {
  const address: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const view = readView(address);
  const list = useListAddress('/brands');
  const brands = useQuery(brandsQuery(queryOf(view)));
  const change = (part: Partial<BrandView>) => addressOf({ ...view, page: 1, ...part });
  useLastPage(brands.data, (page) => list.refine(addressOf({ ...view, page })));
  const filtered = view.search.trim() !== '' || view.status !== null;

  return (
    <div className={styles.list}>
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
      <ListBlock
        query={brands}
        search={{
          label: texts.search,
          value: view.search,
          onSearch: (search) => list.refine(change({ search })),
        }}
        filters={
          <Select
            compact
            label={texts.filterStatus}
            value={view.status ?? 'all'}
            options={[
              { value: 'all', label: texts.anyStatus },
              { value: 'Active', label: texts.statuses.Active },
              { value: 'Inactive', label: texts.statuses.Inactive },
            ]}
            onValueChange={(status) =>
              list.go(change({ status: status === 'all' ? null : status }))
            }
          />
        }
        filtered={filtered}
        onClear={() => list.go(change({ search: '', status: null }))}
        count={(total) => (filtered ? texts.found : texts.count)(total, formats.number(total))}
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
        hrefOf={(page) => list.hrefOf(addressOf({ ...view, page }))}
      >
        {(rows, busy) => (
          <BrandTable
            rows={rows}
            busy={busy}
            view={view}
            onSort={(sort) => list.go(change({ sort }))}
          />
        )}
      </ListBlock>
    </div>
  );
}

interface BrandTableProps {
  readonly rows: readonly Brand[];
  readonly busy: boolean;
  readonly view: BrandView;
  readonly onSort: (sort: BrandView['sort']) => void;
}

function BrandTable({ rows, busy, view, onSort }: BrandTableProps) {
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={(brand) => brand.code}
      busy={busy}
      roomyCards
      sort={tableSort(view.sort)}
      onSort={(sort) => {
        const wanted = sortFrom(sort, sorts);
        if (wanted !== null) onSort(wanted);
      }}
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
