import { useQuery } from '@tanstack/react-query';
import type { ReportSummary, Shop, SyncStatus, User } from '@seller-connect/contract';
import { Banner, Card, Button, LinkButton, Skeleton } from '@seller-connect/ui';
import { isFromDevice } from '../../../api/queries/deviceCopy.ts';
import { isAdAccount } from '../../../shops/shopFilter.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { defaultTimeZone } from '../../../i18n/index.ts';
import { CardError } from '../CardError.tsx';
import { useChecklist } from '../useChecklist.ts';
import { addDays, todayIn } from '../../../i18n/calendarDays.ts';
import { comparedDates, formatPeriod } from './metrics.tsx';
import { MetricTiles } from './MetricTiles.tsx';
import { ReportHeader } from '../filters/ReportHeader.tsx';
import { DataFreshness } from './DataFreshness.tsx';
import type { DayRange } from '../../../lists/listParams.ts';
import { useExplained } from '../explain/useExplained.ts';
import { summaryQuery, useRefetchOnSync } from '../queries.ts';
import styles from './Report.module.css';
import { SharedErrorContext, useSharedError } from '../sharedError.ts';
import { texts } from '../texts.ts';
import { TodoStrip } from './TodoStrip.tsx';
import { TrendCard } from './TrendCard.tsx';
import { useUrlState } from '../../../lists/useUrlState.ts';
import { SavedViewsButton } from '../../../saved-views/SavedViewsButton.tsx';
import { ordersHref, reportFilters, salesScope } from '../filters/filters.ts';

const cardToCome = (
  <Card busy>
    <Skeleton shape="row" count={6} />
  </Card>
);

/** Loaded after the metrics, below which they stand. */
const BreakdownCard = lazyBlock(() => import('./BreakdownCard.tsx'), cardToCome);
const ProductsCard = lazyBlock(() => import('./ProductsCard.tsx'), cardToCome);

/** Loaded for a period without sales. */
const EmptyPeriod = lazyBlock(() => import('./EmptyPeriod.tsx'), null);

/** Loaded when a change is asked about. */
const ExplainPanel = lazyBlock(() => import('../explain/ExplainPanel.tsx'), null);

/** Loaded while a sync is running. */
const SyncProgress = lazyBlock(
  () => import('../SyncProgress.tsx'),
  <Skeleton shape="row" count={2} />,
);

/** Loaded on demand: most teams have no ad account. */
const AdsBlock = lazyBlock(
  () => import('../ads/AdsSection.tsx'),
  <div aria-busy="true">
    <Skeleton shape="block" />
  </div>,
);

export interface ReportProps {
  readonly user: User | undefined;
  /** Undefined while unknown. */
  readonly shops: readonly Shop[] | undefined;
  readonly synced: SyncStatus | undefined;
}

/** The report: sales in a period, compared with a previous one. */
export function Report({ user, shops, synced }: ReportProps) {
  const linked = shops ?? [];
  // Ad accounts have no sales. They have a section of their own and do not affect the others.
  const sellingShops = linked.filter((shop) => !isAdAccount(shop));
  const advertises = linked.length > sellingShops.length;
  const sells = sellingShops.length > 0 || !advertises;
  const { filters, go, replace } = useUrlState('/', reportFilters);
  const { explained, explain, stopExplaining } = useExplained({ filters, go, replace });
  const live = synced?.synced === false;
  useRefetchOnSync(live, synced);
  const summary = useQuery(summaryQuery(filters, live));
  const report = summary.data;
  const today = todayIn(report?.timeZone ?? sellingShops[0]?.timeZone ?? defaultTimeZone);
  // The server sends no previous value if the previous period is only partly synced.
  const comparable = report ? report.metrics.gmv.previous !== null : null;
  // SKU data has daily resolution, so an unfinished day is compared with a whole one.
  const wholeDayNote =
    report && report.previous.until !== null ? texts.wholeDay(formatPeriod(report.previous)) : null;
  // A single shop is one row of the breakdown: it is stacked above the products instead of beside them.
  const oneShop = sellingShops.length === 1 || filters.shop !== undefined;
  const scope = salesScope(filters, summary);
  const nothing =
    report !== undefined &&
    (report.metrics.orders.reason === 'to_come' ||
      (report.daysLoading === 0 && report.metrics.orders.value === 0));

  const failure = useSharedError();
  return (
    <SharedErrorContext value={failure !== null}>
      <ReportHeader
        title={texts.title}
        lead={
          report
            ? texts.comparing(formatPeriod(report.period), comparedDates(report.previous))
            : summary.isPending
              ? '\u00a0'
              : texts.lead
        }
        filters={filters}
        shown={toShownRange(filters, report, today)}
        today={today}
        firstDay={report?.firstDay ?? undefined}
        shops={shops && sellingShops}
        currencies={report?.currencies ?? []}
        views={<SavedViewsButton path="/" url={reportFilters} filters={filters} />}
        freshness={
          <DataFreshness
            summary={report}
            synced={synced}
            copiedAt={isFromDevice(summary.dataUpdatedAt) ? summary.dataUpdatedAt : null}
          />
        }
        onChange={go}
      />

      {failure && (
        <SharedErrorContext value={false}>
          <CardError title={texts.reportFailed} query={failure} />
        </SharedErrorContext>
      )}

      {report && report.currencies.length > 1 && (
        <p className={styles.note}>{texts.oneCurrency(report.currency)}</p>
      )}

      <LostShops shops={linked} />
      {sells && <TodoStrip shops={linked} />}
      {sells && (
        <div className={nothing ? styles.lone : styles.hero}>
          <MetricTiles summary={summary} filters={filters} onExplain={explain} />
          {!nothing && <TrendCard filters={filters} today={today} live={live} onChange={go} />}
        </div>
      )}
      {live && (
        <Card title={texts.sync.title} summary={texts.sync.leave}>
          <SyncProgress synced={synced} />
        </Card>
      )}
      {user?.profileCompletedAt === null && <ProfileReminder />}
      {!sells ? (
        <Banner
          tone="info"
          title={texts.onlyAds}
          actions={
            <LinkButton size="small" href="/connect">
              {texts.start.connectAction}
            </LinkButton>
          }
        />
      ) : nothing ? (
        <Card>
          <EmptyPeriod summary={report} filters={filters} onChange={go} />
        </Card>
      ) : (
        <div className={oneShop || filters.pivot !== undefined ? styles.stack : styles.pair}>
          <BreakdownCard
            filters={filters}
            scope={scope}
            live={live}
            advertises={advertises}
            wholeDay={wholeDayNote}
            severalPlatforms={new Set(sellingShops.map((shop) => shop.platform)).size > 1}
            onChange={go}
            onExplain={explain}
          />
          <ProductsCard
            filters={filters}
            ordersOf={(part) => report && ordersHref(scope, report.period, part)}
            live={live}
            comparable={comparable}
            wholeDay={wholeDayNote}
          />
        </div>
      )}
      {explained && (
        <ExplainPanel
          metric={explained}
          filters={filters}
          scope={scope}
          live={live}
          onShop={(shop) => replace({ shop })}
          onBrand={(explainBrand) => replace({ explainBrand })}
          onClose={stopExplaining}
        />
      )}
      {advertises && <AdsBlock filters={filters} live={live} onExplain={explain} />}
    </SharedErrorContext>
  );
}

/** Shops to which the marketplace has ended the access, each with the way to link it again. */
function LostShops({ shops }: { readonly shops: readonly Shop[] }) {
  const cut = shops.filter((shop) => shop.status === 'needs_reauthorization');
  return cut.map((shop) => (
    <Banner
      key={shop.id}
      tone="negative"
      title={texts.needsYou(shop.name)}
      actions={
        <LinkButton size="small" href="/connect">
          {texts.reconnect}
        </LinkButton>
      }
    >
      {texts.needsYouText}
    </Banner>
  ));
}

/** A reminder to complete the profile, which the report does not require. It can be hidden and shown again. */
function ProfileReminder() {
  const { shown: isVisible, putAway, bringBack } = useChecklist();
  const labels = texts.profile;
  if (!isVisible) {
    return (
      <div>
        <Button size="small" variant="quiet" onClick={bringBack}>
          {labels.back}
        </Button>
      </div>
    );
  }
  return (
    <Banner
      tone="info"
      title={labels.title}
      actions={
        <>
          <LinkButton size="small" href="/profile/complete">
            {labels.action}
          </LinkButton>
          <Button size="small" variant="quiet" onClick={putAway}>
            {labels.later}
          </Button>
        </>
      }
    >
      {labels.text}
    </Banner>
  );
}

function toShownRange(
  filters: { readonly from?: string; readonly to?: string },
  report: ReportSummary | undefined,
  today: string,
): DayRange {
  if (filters.from !== undefined && filters.to !== undefined)
    return { from: filters.from, to: filters.to };
  return report?.period ?? { from: addDays(today, -27), to: today };
}
