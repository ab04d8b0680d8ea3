import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReportMoney } from '@seller-connect/contract';
import {
  Card,
  EmptyState,
  HeroMetric,
  MetricRow,
  PageHeader,
  WalletIcon,
} from '@seller-connect/ui';
import { endpointQuery } from '../../../api/queries/endpointQuery.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { ConnectShopLink } from '../../../onboarding/ConnectShopLink.tsx';
import { isAdAccount } from '../../../shops/shopFilter.ts';
import { defaultTimeZone, formats } from '../../../i18n/index.ts';
import { todayIn } from '../../../i18n/calendarDays.ts';
import { CardError } from '../CardError.tsx';
import { useExplained } from '../explain/useExplained.ts';
import screen from '../DashboardScreen.module.css';
import { LagNote, formatPeriod, isChanged } from '../report/metrics.tsx';
import { ReportPrintFacts } from '../report/ReportPrintFacts.tsx';
import { ReportHeader } from '../filters/ReportHeader.tsx';
import { homeShopsQuery } from '../queries.ts';
import tiles from '../report/MetricTiles.module.css';
import report from '../report/Report.module.css';
import { rowsHref } from '../rows/rowsHref.ts';
import { texts as home } from '../texts.ts';
import { useNow } from '../useNow.ts';
import { useUrlState } from '../../../lists/useUrlState.ts';
import { SavedViewsButton } from '../../../saved-views/SavedViewsButton.tsx';
import { ordersHref, salesScope, type SalesPart, type SalesScope } from '../filters/drillDown.ts';
import { reportFilters, toQuery, shownRange } from '../filters/filters.ts';
import { FeeClassesCard } from './FeeClassesCard.tsx';
import { PayoutCalendarCard } from './PayoutCalendarCard.tsx';
import { FeesCard } from './FeesCard.tsx';
import {
  metricBasis,
  moneyMetricNames,
  metricSalesPart,
  toMoneyTile,
  type MoneyMetricName,
} from './moneyTiles.tsx';
import { ShopPayoutsCard } from './ShopPayoutsCard.tsx';
import { PayoutStatesCard } from './PayoutStatesCard.tsx';
import styles from './money.module.css';
import { texts } from './texts.ts';
import { UnsettledCard } from './UnsettledCard.tsx';

/** Loaded when a change is asked about. */
const ExplainPanel = lazyBlock(() => import('../explain/ExplainPanel.tsx'), null);

/** Payouts, fees and payout states of the orders in a period. */
export default function MoneyScreen() {
  const { filters, go, replace } = useUrlState('/reports/money', reportFilters);
  const { explained, explain, stopExplaining } = useExplained({ filters, go, replace });
  const linked = useQuery(homeShopsQuery);
  const shops = (linked.data?.items ?? []).filter((shop) => !isAdAccount(shop));
  const noShop = linked.data !== undefined && shops.length === 0;
  const query = toQuery(filters);
  const money = useQuery({
    ...endpointQuery('reportMoney', { query, background: true }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
    enabled: !noShop,
  });
  const { data, error, isPlaceholderData } = money;
  const today = todayIn(data?.timeZone ?? defaultTimeZone);
  const range = shownRange(filters, data?.period, today);
  // Nothing is linked while the data is loading or belongs to other filters.
  const scope = salesScope(filters, money);
  const hrefOf = (part: SalesPart) => ordersHref(scope, data?.period ?? range, part);
  const hasPayouts = data?.reason !== 'not_provided';
  const cardProps = { data, failed: error !== null, busy: isPlaceholderData };

  if (noShop) return <NoShop />;
  return (
    <div className={screen.screen}>
      <ReportHeader
        title={texts.title}
        lead={
          data
            ? home.comparing(formatPeriod(data.period), formatPeriod(data.previous))
            : error
              ? texts.lead
              : '\u00a0'
        }
        filters={filters}
        shown={range}
        today={today}
        shops={linked.data && shops}
        currencies={data?.currencies ?? []}
        views={<SavedViewsButton path="/reports/money" url={reportFilters} filters={filters} />}
        freshness={<PayoutFreshness data={data} />}
        onChange={go}
      />
      <ReportPrintFacts filters={filters} shops={shops} report={data} />
      {error && <CardError title={texts.failed} query={money} />}
      {(data || !error) && (
        <div className={hasPayouts ? report.hero : report.lone}>
          <MoneyMetrics
            data={data}
            scope={scope}
            hrefOf={hrefOf}
            busy={isPlaceholderData}
            onExplain={explain}
          />
          {hasPayouts && <FeeClassesCard {...cardProps} />}
        </div>
      )}
      {hasPayouts && (
        <>
          <PayoutCalendarCard {...cardProps} />
          <div className={report.halves}>
            <FeesCard
              {...cardProps}
              hrefOf={(kind) =>
                data &&
                rowsHref(
                  scope,
                  'fees',
                  { ...data.period, currency: data.currency },
                  { class: kind },
                )
              }
            />
            <PayoutStatesCard {...cardProps} hrefOf={(payout) => hrefOf({ payout })} />
          </div>
          {data && <UnsettledCard data={data} busy={isPlaceholderData} />}
        </>
      )}
      {data && data.shops.length > 1 && (
        <ShopPayoutsCard
          data={data}
          busy={isPlaceholderData}
          sort={filters.sort}
          onSort={(sort) => go({ ...filters, sort })}
          overdueHrefOf={(shop) => hrefOf({ payout: 'overdue', shop })}
        />
      )}
      {explained && (
        <ExplainPanel
          metric={explained}
          filters={filters}
          scope={scope}
          live={false}
          onShop={(shop) => replace({ shop })}
          onClose={stopExplaining}
        />
      )}
    </div>
  );
}

function NoShop() {
  return (
    <div className={screen.screen}>
      <PageHeader title={texts.title}>{texts.lead}</PageHeader>
      <Card>
        <EmptyState
          title={texts.noShop}
          icon={<WalletIcon size={24} />}
          action={<ConnectShopLink />}
        >
          {texts.noShopText}
        </EmptyState>
      </Card>
    </div>
  );
}

interface MoneyMetricsProps {
  readonly data: ReportMoney | undefined;
  readonly scope: SalesScope;
  readonly hrefOf: (part: SalesPart) => string | undefined;
  readonly busy: boolean;
  readonly onExplain: (metric: 'payout' | 'fees') => void;
}

/** The metrics, each with its rows and its explanation. */
function MoneyMetrics({ data, scope, hrefOf, busy, onExplain }: MoneyMetricsProps) {
  const rowsOf = (name: MoneyMetricName) => {
    if (name !== 'payout' && name !== 'fees') {
      const part = metricSalesPart(name, data);
      return part ? hrefOf(part) : undefined;
    }
    return data && data[name].value !== null
      ? rowsHref(scope, name, { ...data.period, currency: data.currency })
      : undefined;
  };
  const propsOf = (name: MoneyMetricName) => ({
    metric: name,
    name: texts.metrics[name].name,
    href: rowsOf(name),
    info: {
      label: home.aboutMetric(texts.metrics[name].name),
      content: <MoneyMetricInfo name={name} data={data} />,
    },
    content: toMoneyTile(name, data, {
      refreshing: busy,
      overdueHref: hrefOf({ payout: 'overdue' }),
    }),
    explain:
      (name === 'payout' || name === 'fees') && data && isChanged(data[name])
        ? { text: home.explain, onOpen: () => onExplain(name) }
        : undefined,
  });
  return (
    <section
      className={tiles.frame}
      aria-label={home.metricsLabel}
      data-money={data ? 'ready' : 'loading'}
    >
      <HeroMetric {...propsOf('payout')} />
      <div className={tiles.others}>
        {moneyMetricNames.slice(1).map((name) => (
          <MetricRow key={name} {...propsOf(name)} />
        ))}
      </div>
    </section>
  );
}

/** Age of the data; the details of each metric have the exact time. */
function PayoutFreshness({ data }: { readonly data: ReportMoney | undefined }) {
  const now = useNow();
  if (!data || data.reason === 'not_provided') return null;
  return (
    <div className={styles.freshness}>
      {data.asOf === null
        ? texts.notRead
        : home.freshness.updated(formats.relative(data.asOf, now))}
      <LagNote seconds={data.lagSeconds} />
    </div>
  );
}

function MoneyMetricInfo({
  name,
  data,
}: {
  readonly name: MoneyMetricName;
  readonly data: ReportMoney | undefined;
}) {
  const asOf = data?.asOf;
  return (
    <>
      <p>{texts.metrics[name].about}</p>
      <p>{texts.basis[metricBasis[name]]}</p>
      {typeof asOf === 'string' && <p>{home.asOf(formats.dateTime(asOf, data?.timeZone))}</p>}
    </>
  );
}
