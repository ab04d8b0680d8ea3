import type { Reconciliation } from '@seller-connect/contract';
import {
  Card,
  EmptyState,
  HistoryIcon,
  LinkButton,
  PageHeader,
  PartnerMark,
  Table,
  TextLink,
  Page,
  Lines,
  Quiet,
  type RowCard,
} from '@seller-connect/ui';
import { useQuery } from '@tanstack/react-query';
import { ListLoading } from '../../lists/ListLoading.tsx';
import { ListPagination } from '../../lists/ListPagination.tsx';
import { useClampPage, useUrlState } from '../../lists/useUrlState.ts';
import { formats, partnerName } from '../../i18n/index.ts';
import { LoadError } from '../../loading/LoadError.tsx';
import { reconcileFilters, type ReconcileScope } from './scope.ts';
import { DropZone } from './upload/DropZone.tsx';
import { reconciliationsQuery } from './queries.ts';
import styles from './reconcile.module.css';
import { texts } from './texts.ts';
import { VerdictPill } from './VerdictPill.tsx';
import { FilterSelect } from '../../lists/index.ts';
import { isAdAccount, shopOptions } from '../../shops/shopFilter.ts';
import { shopsQuery } from '../../api/queries/sharedQueries.ts';

/** Uploads a file exported from the seller center and lists past reconciliations. */
export default function ReconcileScreen() {
  const list = useUrlState('/reports/reconcile', reconcileFilters);
  const { filters } = list;
  const { page, platform, shop, days, reconciliations } = filters;
  const isChosen = platform !== null || shop !== null || days !== null;
  const isOfShops = platform !== null || shop !== null;
  const narrowed = isOfShops && reconciliations === 'own';
  const query = useQuery(
    reconciliationsQuery({
      page,
      ...(narrowed && platform !== null && { platform }),
      ...(narrowed && shop !== null && { shop }),
    }),
  );
  const { data, isError, isPlaceholderData } = query;
  useClampPage(data, list);
  const toOthers = isOfShops && (
    <LinkButton size="small" href={list.hrefOf({ reconciliations: narrowed ? 'all' : 'own' })}>
      {narrowed ? texts.allReconciliations : texts.ownReconciliations}
    </LinkButton>
  );
  return (
    <Page>
      <PageHeader title={texts.title}>{texts.intro}</PageHeader>
      {isChosen && (
        <ReconcileScopeCard
          chosen={filters}
          onShop={(id) => list.set({ shop: id, reconciliations: 'own' })}
        />
      )}
      <DropZone chosen={filters} />
      {isError && <LoadError title={texts.listFailed} query={query} />}
      {!data && !isError && (
        <Card title={texts.past} busy={query.isLoading}>
          <ListLoading query={query} rows={4} />
        </Card>
      )}
      {data?.total === 0 && (
        <EmptyState
          title={narrowed ? texts.emptyOfChosen : texts.empty}
          icon={<HistoryIcon size={24} />}
          tone="quiet"
          action={toOthers}
        >
          <ol className={styles.steps}>
            {texts.exportSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <Card
          title={texts.past}
          summary={narrowed ? texts.onlyChosen : undefined}
          actions={toOthers}
          flush
          busy={isPlaceholderData}
        >
          <ReconciliationTable rows={data.items} />
          <ListPagination of={data} hrefOf={(to) => list.hrefOf({ page: to })} />
        </Card>
      )}
    </Page>
  );
}

function ReconciliationTable({ rows }: { readonly rows: readonly Reconciliation[] }) {
  return (
    <Table
      caption={texts.caption}
      rows={rows}
      rowKey={(reconciliation) => reconciliation.id}
      cardOf={cardOf}
      columns={[
        {
          id: 'file',
          header: texts.columns.file,
          render: (reconciliation) => (
            <span className={styles.file}>
              <PartnerMark partner={reconciliation.platform} />
              <Lines>
                <TextLink href={hrefOf(reconciliation)}>{reconciliation.fileName}</TextLink>
                <Quiet>{reconciliation.shopName}</Quiet>
              </Lines>
            </span>
          ),
        },
        {
          id: 'period',
          header: texts.columns.period,
          render: periodText,
        },
        {
          id: 'verdict',
          header: texts.columns.verdict,
          render: (reconciliation) => <VerdictPill verdict={reconciliation.verdict} />,
        },
        {
          id: 'differing',
          header: texts.columns.differing,
          align: 'end',
          render: (reconciliation) => formats.number(reconciliation.differing),
        },
        {
          id: 'reconciled',
          header: texts.columns.reconciled,
          render: (reconciliation) => (
            <Lines>
              {formats.dateTime(reconciliation.reconciledAt, reconciliation.timeZone)}
              {reconciliation.reconciledBy !== null && (
                <Quiet>{texts.by(reconciliation.reconciledBy)}</Quiet>
              )}
            </Lines>
          ),
        },
      ]}
    />
  );
}

const hrefOf = ({ id }: Reconciliation) => `/reports/reconcile/${id}`;

const periodText = ({ from, to }: Reconciliation) =>
  formats.range(formats.day(from), formats.day(to));

/** File and verdict; shop and differing orders; period and age. */
function cardOf(reconciliation: Reconciliation): RowCard {
  const { platform, fileName, verdict, shopName, differing, reconciledAt } = reconciliation;
  return {
    href: hrefOf(reconciliation),
    media: <PartnerMark partner={platform} />,
    title: fileName,
    value: <VerdictPill verdict={verdict} />,
    text: <Quiet>{shopName}</Quiet>,
    textEnd: `${texts.columns.differing}: ${formats.number(differing)}`,
    detail: periodText(reconciliation),
    detailEnd: formats.relative(reconciledAt),
  };
}

const labels = texts.chosen;

interface ReconcileScopeCardProps {
  readonly chosen: ReconcileScope;
  readonly onShop: (shop: string | null) => void;
}

/**
 * Shown when the seller comes from a metric of the report: why it may differ from the seller center, and how to
 * export a file for these shops and days.
 */
function ReconcileScopeCard({ chosen, onShop }: ReconcileScopeCardProps) {
  const { platform, shop, days } = chosen;
  const linked = useQuery(shopsQuery);
  const shops = (linked.data?.items ?? []).filter(
    (each) => !isAdAccount(each) && (platform === null || each.platform === platform),
  );
  const options = shopOptions(shops);
  const shopsInScope = shops.filter((each) => shop === null || each.id === shop);
  const period = days && labels.days(formats.day(days.from), formats.day(days.to));
  return (
    <Card
      title={labels.title}
      actions={<LinkButton href="/reports/reconcile">{labels.clear}</LinkButton>}
    >
      <div className={styles.chosen}>
        <ul className={styles.why}>
          {labels.why.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p className={styles.step}>{period ? labels.exportDays(period) : labels.exportAny}</p>
        {linked.data && (
          <ul className={styles.shops} aria-label={labels.shops}>
            {shopsInScope.map(({ id, name, platform: partner }) => (
              <li key={id} className={styles.about}>
                <PartnerMark partner={partner} size={20} />
                {texts.of(partnerName(partner), name)}
              </li>
            ))}
          </ul>
        )}
        {options.length > 1 && (
          <FilterSelect
            label={texts.whichShop}
            all={labels.anyShop}
            value={shop}
            options={options}
            onValueChange={onShop}
          />
        )}
      </div>
    </Card>
  );
}
