import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  EmptyState,
  FilterChips,
  LinkButton,
  Page,
  PageHeader,
  Table,
  WalletIcon,
} from '@seller-connect/ui';
import { coreClient } from '../../../api/index.ts';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { queryKey } from '../../../api/queries/queryKeys.ts';
import { shopsQuery } from '../../../api/queries/sharedQueries.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { formatShopCount } from '../../../shops/shopFilter.ts';
import { LoadError } from '../../../loading/LoadError.tsx';
import { ListLoading } from '../../../lists/ListLoading.tsx';
import { useUrlState } from '../../../lists/useUrlState.ts';
import { feeClassName } from '../money/feeClassName.ts';
import { amountFields, rowFilters, rowsQuery } from './rowFilters.ts';
import { cellsOf, rowCard, rowColumns, rowFields, type Cells } from './rowColumns.tsx';
import { rowsPath, type RowFilters, type RowPart } from './rowsHref.ts';
import styles from './rows.module.css';
import { texts } from './texts.ts';

const pageSize = 50;

/** The payout lines or ad days that a figure consists of, with their sum. */
export default function RowsScreen() {
  const { filters, set } = useUrlState(rowsPath, rowFilters);
  if (filters.of === null) {
    return (
      <Page>
        <PageHeader title={texts.title} />
        <Card>
          <EmptyState
            icon={<WalletIcon size={24} />}
            title={texts.noMetric}
            action={<LinkButton href="/reports/money">{texts.toMoney}</LinkButton>}
          >
            {texts.noMetricText}
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return <Rows filters={filters} onChange={set} />;
}

interface RowsProps {
  readonly filters: RowFilters;
  readonly onChange: (part: Partial<RowFilters>) => void;
}

function Rows({ filters, onChange }: RowsProps) {
  const { of, from, to } = filters;
  const amountField = amountFields[of];
  const fields = rowFields(of);
  const query = { ...rowsQuery(filters, [...fields, amountField]), pageSize };
  const rows = useInfiniteQuery({
    queryKey: queryKey('queryReports', query),
    queryFn: ({ signal, pageParam }) =>
      coreClient().call('queryReports', {
        body: { ...query, ...(pageParam === '' ? {} : { pageToken: pageParam }) },
        signal,
        // The user asks for each further page.
        background: pageParam === '',
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  });
  const total = useQuery(
    endpointQuery('queryReports', { body: rowsQuery(filters, [amountField]), background: true }),
  );
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = rows;
  const cells = data?.pages.flatMap((page) => page.rows.map((row) => cellsOf(page, row))) ?? [];
  const currency = total.data?.meta.currency ?? filters.currency ?? 'VND';
  const sum = String(total.data?.rows[0]?.[0] ?? '0');
  const days = texts.days(formats.day(from), formats.day(to));
  return (
    <Page>
      <PageHeader title={texts.titles[of]}>{texts.lead[of](days)}</PageHeader>
      <Chips filters={filters} first={cells[0]} onChange={onChange} />
      <Card flush={cells.length > 0} busy={rows.isLoading}>
        {error && !data && <LoadError title={texts.failed} query={rows} explained />}
        {rows.isPending && <ListLoading query={rows} rows={8} />}
        {data && cells.length === 0 && (
          <EmptyState icon={<WalletIcon size={24} />} title={texts.empty}>
            {texts.emptyText}
          </EmptyState>
        )}
        {cells.length > 0 && (
          <>
            <p className={styles.total} role="status" data-total={total.data && sum}>
              {total.data && texts.total(formats.money(sum, currency))}
            </p>
            <Table
              caption={texts.titles[of]}
              columns={rowColumns(of, currency)}
              rows={cells}
              rowKey={({ key }) => key}
              cardOf={(row) => rowCard(of, row, currency)}
            />
            {hasNextPage && (
              <div className={styles.more}>
                <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {texts.more}
                </Button>
              </div>
            )}
          </>
        )}
      </Card>
    </Page>
  );
}

interface ChipsProps extends RowsProps {
  /** The first row, which names the account and the campaign. */
  readonly first: Cells | undefined;
}

/** What the rows are narrowed to. Each part can be removed. */
function Chips({ filters, first, onChange }: ChipsProps) {
  const { platform, shop, shops, account, campaign } = filters;
  const linked = useQuery({ ...shopsQuery, enabled: shop !== undefined });
  const shopName = linked.data?.items.find(({ id }) => id === shop)?.name;
  const named: Record<keyof RowPart | 'platform' | 'shops', string | undefined> = {
    platform: platform && partnerName(platform),
    shop: shop && (shopName ?? texts.oneShop),
    shops: shop === undefined ? shops && formatShopCount(shops) : undefined,
    class: filters.class && feeClassName(filters.class),
    account: account && (first?.['account_name'] ?? texts.oneAccount),
    campaign: campaign && (first?.['campaign_name'] ?? campaign),
  };
  const names = ['platform', 'shop', 'shops', 'class', 'account', 'campaign'] as const;
  const chips = names.flatMap((name) => {
    const text = named[name];
    if (text === undefined) return [];
    return [{ id: name, text, onRemove: () => onChange({ [name]: undefined }) }];
  });
  return <FilterChips label={texts.chosen} chips={chips} removeLabel={texts.leaveOut} />;
}
