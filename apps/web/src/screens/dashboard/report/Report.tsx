import { useQuery } from '@tanstack/react-query';
import type {
  ReportComparison,
  ReportSummary,
  Shop,
  SyncedData,
  User,
} from '@seller-connect/contract';
import { Banner, Block, Button, LinkButton, PageHeader, Skeleton } from '@seller-connect/ui';
import { isAdAccount } from '../../../api/adAccounts.ts';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { useChecklist } from '../../../onboarding/index.ts';
import { defaultTimeZone } from '../../../i18n/index.ts';
import { BlockFailure } from '../CardError.tsx';
import { BreakdownBlock } from './BreakdownCard.tsx';
import { addDays, todayIn } from '../../../i18n/calendarDays.ts';
import { EmptyPeriod } from './EmptyPeriod.tsx';
import { datesOf } from './metrics.tsx';
import { FigureTiles } from './MetricTiles.tsx';
import { Filters } from '../filters/ReportFilterBar.tsx';
import { FreshnessLine } from './DataFreshness.tsx';
import { PeriodPicker, type Range } from '../filters/PeriodPicker.tsx';
import { ProductsBlock } from './ProductsCard.tsx';
import { summaryQuery, useLastFigures } from '../queries.ts';
import styles from './Report.module.css';
import { SharedFailureContext, useSharedFailure } from '../sharedError.ts';
import { SyncProgress } from '../SyncProgress.tsx';
import { texts } from '../texts.ts';
import { TrendBlock } from './TrendCard.tsx';
import { useView } from '../filters/useReportFilters.ts';
import { ordersHref, scopeOf, withDays } from '../filters/filters.ts';

const AdsBlock = lazyBlock(
  () => import('../ads/block.ts'),
  <div aria-busy="true">
    <Skeleton shape="block" />
  </div>,
);

export interface ReportProps {
  readonly user: User | undefined;
  /** Undefined while they are not known. */
  readonly shops: readonly Shop[] | undefined;
  readonly synced: SyncedData | undefined;
}

/** The report: what sold in a period, against the one before. */
export function Report({ user, shops: known, synced }: ReportProps) {
  const linked = known ?? [];
  // An ad account sells nothing: it has a part of its own, and no say in the others.
  const shops = linked.filter((shop) => !isAdAccount(shop));
  const advertises = linked.length > shops.length;
  const sells = shops.length > 0 || !advertises;
  const [view, setView] = useView();
  const live = synced?.synced === false;
  useLastFigures(live, synced);
  const summary = useQuery(summaryQuery(view, live));
  const report = summary.data;
  const today = todayIn(report?.timeZone ?? shops[0]?.timeZone ?? defaultTimeZone);
  // Of a period before that is only partly read, the server sends no figure.
  const comparable = report ? report.figures.gmv.previous !== null : null;
  // SKUs are kept by day: of a day that is not over they stand beside a whole one.
  const wholeDay =
    report && report.previous.until !== null ? texts.wholeDay(datesOf(report.previous)) : null;
  // One shop has nothing to stand beside a list: its line goes above.
  const oneShop = shops.length === 1 || view.shop !== undefined;
  const scope = scopeOf(view, summary);
  const nothing =
    report !== undefined &&
    (report.figures.orders.reason === 'to_come' ||
      (report.daysLoading === 0 && report.figures.orders.value === 0));

  const failure = useSharedFailure();
  return (
    <SharedFailureContext value={failure !== null}>
      <PageHeader
        title={texts.title}
        actions={
          <PeriodPicker
            view={view}
            shown={shownRange(view, report, today)}
            today={today}
            onChange={(days) => setView(withDays(view, days))}
          />
        }
      >
        {report
          ? texts.comparing(datesOf(report.period), comparedDates(report.previous))
          : summary.isPending
            ? '\u00a0'
            : texts.lead}
      </PageHeader>

      {failure && (
        <SharedFailureContext value={false}>
          <BlockFailure
            title={texts.reportFailed}
            error={failure.error}
            retrying={failure.retrying}
            onRetry={failure.retry}
          />
        </SharedFailureContext>
      )}

      <div className={styles.bar}>
        <FreshnessLine summary={report} synced={synced} />
        <Filters
          view={view}
          shops={known && shops}
          currencies={report?.currencies ?? []}
          onChange={setView}
        />
      </div>

      {report && report.currencies.length > 1 && (
        <p className={styles.note}>{texts.oneCurrency(report.currency)}</p>
      )}

      <Needs user={user} shops={linked} />
      {live && (
        <Block title={texts.sync.title} summary={texts.sync.leave}>
          <SyncProgress synced={synced} />
        </Block>
      )}

      {sells && <FigureTiles summary={summary} view={view} />}
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
        <Block>
          <EmptyPeriod summary={report} view={view} onChange={setView} />
        </Block>
      ) : (
        <>
          <TrendBlock view={view} live={live} onChange={setView} />
          <div className={oneShop ? styles.stack : styles.pair}>
            <BreakdownBlock
              view={view}
              scope={scope}
              live={live}
              advertises={advertises}
              wholeDay={wholeDay}
              severalPlatforms={new Set(shops.map((shop) => shop.platform)).size > 1}
              onChange={setView}
            />
            <ProductsBlock
              view={view}
              ordersOf={(part) => report && ordersHref(scope, report.period, part)}
              live={live}
              comparable={comparable}
              wholeDay={wholeDay}
            />
          </div>
        </>
      )}
      {advertises && <AdsBlock view={view} live={live} />}
    </SharedFailureContext>
  );
}

/** What only the person can put right, with the button that does it. */
function Needs({ user, shops }: Pick<ReportProps, 'user'> & { readonly shops: readonly Shop[] }) {
  const cut = shops.filter((shop) => shop.status === 'needs_reauthorization');
  return (
    <>
      {cut.map((shop) => (
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
      ))}
      {user?.profileCompletedAt === null && <ProfileReminder />}
    </>
  );
}

/** The one step that a report can be had without; it can be put away and brought back. */
function ProfileReminder() {
  const { shown, putAway, bringBack } = useChecklist();
  const words = texts.profile;
  if (!shown) {
    return (
      <div>
        <Button size="small" variant="quiet" onClick={bringBack}>
          {words.back}
        </Button>
      </div>
    );
  }
  return (
    <Banner
      tone="info"
      title={words.title}
      actions={
        <>
          <LinkButton size="small" href="/profile/complete">
            {words.action}
          </LinkButton>
          <Button size="small" variant="quiet" onClick={putAway}>
            {words.later}
          </Button>
        </>
      }
    >
      {words.text}
    </Banner>
  );
}

/** The days compared with, by their dates; of a day that is not over, until when. */
function comparedDates(previous: ReportComparison): string {
  return previous.until === null
    ? datesOf(previous)
    : texts.compared.until(datesOf(previous), previous.until);
}

function shownRange(
  view: { readonly from?: string; readonly to?: string },
  report: ReportSummary | undefined,
  today: string,
): Range {
  if (view.from !== undefined && view.to !== undefined) return { from: view.from, to: view.to };
  return report?.period ?? { from: addDays(today, -27), to: today };
}
