import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import type { ReportSummary, Shop, SyncStatus, User } from '@seller-connect/contract';
import { Banner, Card, LinkButton, Skeleton, type BannerProps } from '@seller-connect/ui';
import { isFromDevice } from '../../../api/queries/deviceCopy.ts';
import { isAdAccount } from '../../../shops/shopFilter.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { lazyBlockBelow } from '../../../loading/lazyBlockBelow.tsx';
import { defaultTimeZone } from '../../../i18n/index.ts';
import type { HomeBlock } from '../../../storage.ts';
import { CardError, SharedErrorContext, useSharedError } from '../CardError.tsx';
import { todayIn } from '../../../i18n/calendarDays.ts';
import { comparedDates, formatPeriod } from './metrics.tsx';
import { MetricTiles } from './MetricTiles.tsx';
import { ReportHeader } from '../filters/ReportHeader.tsx';
import { DataFreshness } from './DataFreshness.tsx';
import { ReportMenuButton } from '../blocks/ReportMenuButton.tsx';
import { useHomeBlocks } from '../blocks/useHomeBlocks.ts';
import { useExplained } from '../explain/useExplained.ts';
import { summaryQuery, useRefetchOnSync } from '../queries.ts';
import styles from './Report.module.css';
import { texts } from '../texts.ts';
import { TodoStrip } from './TodoStrip.tsx';
import { ReportPrintFacts } from './ReportPrintFacts.tsx';
import { useUrlState } from '../../../lists/useUrlState.ts';
import { SavedViewsButton } from '../../../saved-views/SavedViewsButton.tsx';
import { ordersHref, salesScope } from '../filters/drillDown.ts';
import { reportFilters, shownRange } from '../filters/filters.ts';

const cardPlaceholder = (
  <Card busy>
    <Skeleton shape="row" count={6} />
  </Card>
);

const BreakdownCard = lazyBlockBelow(() => import('./BreakdownCard.tsx'), cardPlaceholder);
const ProductsCard = lazyBlockBelow(() => import('./ProductsCard.tsx'), cardPlaceholder);

/** Loaded after the metrics. What stands for it has about its height, so that nothing below comes near the window. */
const TrendCard = lazyBlock(
  () => import('./trend/TrendCard.tsx'),
  <Card busy>
    <Skeleton shape="row" count={2} />
    <Skeleton shape="chart" />
  </Card>,
);

/** Loaded for a user without a profile. */
const ProfileReminder = lazyBlock(() => import('./ProfileReminder.tsx'), null);

/** Loaded for a period without sales. */
const EmptyPeriod = lazyBlock(() => import('./EmptyPeriod.tsx'), <Skeleton shape="chart" />);

/** Loaded when a change is asked about. */
const ExplainPanel = lazyBlock(() => import('../explain/ExplainPanel.tsx'), null);

/** Loaded while a sync is running. */
const SyncProgress = lazyBlock(
  () => import('../sync/SyncProgress.tsx'),
  <Skeleton shape="row" count={2} />,
);

/** Loaded for teams with an ad account. */
const AdsBlock = lazyBlockBelow(
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
  const summary = useQuery(summaryQuery(filters, live));
  const isBehind = summary.data?.freshness.some(({ daysLoading }) => daysLoading > 0) === true;
  useRefetchOnSync(live, synced, isBehind);
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
  const isEmpty = useIsEmpty(report);

  const failure = useSharedError();
  const [blocks, arrange] = useHomeBlocks();
  const shownBlocks = isEmpty ? blocks.filter((block) => block === 'ads') : blocks;
  const chart = sells && <TrendCard filters={filters} today={today} live={live} onChange={go} />;
  // The chart stands beside the metrics while it is the first block.
  const isChartFirst = shownBlocks[0] === 'chart';
  const content: Readonly<Record<HomeBlock, ReactNode>> = {
    chart: !isChartFirst && chart,
    breakdown: sells && (
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
    ),
    products: sells && (
      <ProductsCard
        filters={filters}
        ordersOf={(part) => report && ordersHref(scope, report.period, part)}
        live={live}
        comparable={comparable}
        wholeDay={wholeDayNote}
      />
    ),
    ads: advertises && <AdsBlock filters={filters} live={live} onExplain={explain} />,
  };
  return (
    <SharedErrorContext value={failure !== null}>
      <ReportHeader
        title={texts.title}
        lead={leadText(report, summary.isPending)}
        filters={filters}
        shown={shownRange(filters, report?.period, today)}
        today={today}
        firstDay={report?.firstDay ?? undefined}
        shops={shops && sellingShops}
        currencies={report?.currencies ?? []}
        views={
          <>
            <SavedViewsButton path="/" url={reportFilters} filters={filters} />
            <ReportMenuButton
              filters={filters}
              blocks={blocks}
              unused={advertises ? [] : ['ads']}
              onChange={arrange}
            />
          </>
        }
        freshness={
          <DataFreshness
            summary={report}
            synced={synced}
            copiedAt={isFromDevice(summary.dataUpdatedAt) ? summary.dataUpdatedAt : null}
          />
        }
        onChange={go}
      />

      <ReportPrintFacts filters={filters} shops={sellingShops} report={report} />

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
        <div className={isChartFirst || isEmpty ? styles.hero : styles.lone}>
          <MetricTiles summary={summary} filters={filters} live={live} onExplain={explain} />
          {isChartFirst && chart}
          {report && isEmpty && (
            <Card>
              <EmptyPeriod summary={report} filters={filters} onChange={go} />
            </Card>
          )}
        </div>
      )}
      {live && (
        <Card title={texts.sync.title} summary={texts.sync.leave}>
          <SyncProgress synced={synced} />
        </Card>
      )}
      {user?.profileCompletedAt === null && <ProfileReminder />}
      {!sells && <ConnectBanner tone="info" title={texts.onlyAds} action={texts.connect} />}
      <HomeBlocks
        blocks={shownBlocks.filter((block) => content[block] !== false)}
        content={content}
        isWide={oneShop || filters.pivot !== undefined}
      />
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
    </SharedErrorContext>
  );
}

/** Shops that need a new consent, each with the way to link it again. */
function LostShops({ shops }: { readonly shops: readonly Shop[] }) {
  const lost = shops.filter((shop) => shop.status === 'needs_reauthorization');
  return lost.map((shop) => (
    <ConnectBanner
      key={shop.id}
      tone="negative"
      title={texts.needsYou(shop.name)}
      action={texts.reconnect}
    >
      {shop.reauthorization?.message ?? texts.needsYouText}
    </ConnectBanner>
  ));
}

interface ConnectBannerProps extends Pick<BannerProps, 'tone' | 'title' | 'children'> {
  readonly action: string;
}

/** A message whose action leads to the shops. */
function ConnectBanner({ action, ...banner }: ConnectBannerProps) {
  return (
    <Banner
      {...banner}
      actions={
        <LinkButton size="small" href="/connect">
          {action}
        </LinkButton>
      }
    />
  );
}

interface HomeBlocksProps {
  readonly blocks: readonly HomeBlock[];
  readonly content: Readonly<Record<HomeBlock, ReactNode>>;
  /** Whether each block needs the whole width. */
  readonly isWide: boolean;
}

function HomeBlocks({ blocks, content, isWide }: HomeBlocksProps) {
  return groupBlocks(blocks).map((group) => (
    <div key={group.join(' ')} className={group.length > 1 && !isWide ? styles.pair : styles.stack}>
      {group.map((block) => (
        <Fragment key={block}>{content[block]}</Fragment>
      ))}
    </div>
  ));
}

/**
 * The breakdown and the products are one group where they follow each other, whether they stand beside or below each
 * other: a block that changed its group would lose the focus and what it has loaded.
 */
function groupBlocks(blocks: readonly HomeBlock[]): readonly HomeBlock[][] {
  const halves: readonly HomeBlock[] = ['breakdown', 'products'];
  const groups: HomeBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isBeside =
      last?.length === 1 && halves.includes(block) && last.every((each) => halves.includes(each));
    if (isBeside) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function leadText(report: ReportSummary | undefined, isPending: boolean): string {
  if (report) return texts.comparing(formatPeriod(report.period), comparedDates(report.previous));
  // Keeps the line's height while the periods load.
  return isPending ? '\u00a0' : texts.lead;
}

/**
 * Returns whether the latest report has no orders, also while and after another one fails: blocks that appeared with
 * the failure would request the same report, disappear while it loads, and so on without end.
 */
function useIsEmpty(report: ReportSummary | undefined): boolean {
  const [isEmpty, setEmpty] = useState(false);
  if (report && hasNoOrders(report) !== isEmpty) setEmpty(!isEmpty);
  return isEmpty;
}

function hasNoOrders({ metrics, daysLoading }: ReportSummary): boolean {
  const { value, reason } = metrics.orders;
  return reason === 'to_come' || (daysLoading === 0 && value === 0);
}
