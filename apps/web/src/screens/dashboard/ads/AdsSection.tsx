import { useQuery } from '@tanstack/react-query';
import type { AdMetrics, ReportAds } from '@seller-connect/contract';
import { Banner, Card, CalendarIcon, EmptyState, MetricGrid, MetricCard } from '@seller-connect/ui';
import { formats } from '../../../i18n/index.ts';
import { CardError } from '../CardError.tsx';
import type { OnExplain } from '../explain/useExplained.ts';
import type { ReportFilters } from '../filters/filters.ts';
import { LagNote, isChanged } from '../report/metrics.tsx';
import { rowsHref } from '../rows/rowsHref.ts';
import { texts as home } from '../texts.ts';
import { adsQuery } from './adsQuery.ts';
import { adMetricNames, toAdTile } from './adTiles.tsx';
import styles from './AdsSection.module.css';
import { CampaignList } from './CampaignList.tsx';
import { texts } from './texts.ts';
import { largestBy } from '../../../i18n/decimalAmounts.ts';
import { dayLabel, moneySeries, ReportTrend } from '../ReportTrend.tsx';

export interface AdsSectionProps {
  readonly filters: ReportFilters;
  /** A sync is running. */
  readonly live: boolean;
  readonly onExplain: OnExplain;
}

/** Ad spend in the period, compared with the sales of all shops. */
export default function AdsSection({ filters, live, onExplain }: AdsSectionProps) {
  const query = useQuery(adsQuery(filters, live));
  const { data, error, isPlaceholderData } = query;
  // Without spend the chart is hidden: its axis would be meaningless.
  const spentNothing =
    data !== undefined && !data.partial && Number(data.metrics.adSpend.value) === 0;
  const spendHref =
    data && !isPlaceholderData && data.metrics.adSpend.value !== null
      ? rowsHref({}, 'adSpend', { ...data.period, currency: data.currency })
      : undefined;
  return (
    <section className={styles.frame} aria-label={texts.title} data-ads>
      <h2>{texts.title}</h2>
      {error && <CardError title={texts.failed} query={query} />}
      {(data || !error) && (
        <MetricGrid>
          {adMetricNames.map((name) => (
            <MetricCard
              key={name}
              metric={name}
              name={texts.metrics[name].name}
              info={{
                label: texts.aboutMetric(texts.metrics[name].name),
                content: <AdMetricInfo name={name} data={data} />,
              }}
              content={toAdTile(name, data, filters, isPlaceholderData)}
              href={name === 'adSpend' ? spendHref : undefined}
              explain={
                name === 'adSpend' && data && isChanged(data.metrics.adSpend)
                  ? { text: home.explain, onOpen: () => onExplain('adSpend') }
                  : undefined
              }
            />
          ))}
        </MetricGrid>
      )}
      {data && <ComparabilityNotes data={data} />}
      {spentNothing && (
        <Card>
          <EmptyState icon={<CalendarIcon size={20} />} title={texts.reasons.no_spend}>
            {texts.noSpendWhy}
          </EmptyState>
        </Card>
      )}
      {data && !spentNothing && data.metrics.adSpend.value !== null && data.trend.length > 1 && (
        <SpendCard data={data} busy={isPlaceholderData} />
      )}
      {filters.by !== 'campaign' && !spentNothing && (data !== undefined || !error) && (
        <Card title={texts.campaigns} busy={isPlaceholderData}>
          <CampaignList data={data} failed={error !== null} busy={isPlaceholderData} />
        </Card>
      )}
    </section>
  );
}

function AdMetricInfo({
  name,
  data,
}: {
  readonly name: keyof AdMetrics;
  readonly data: ReportAds | undefined;
}) {
  const asOf = data?.asOf;
  return (
    <>
      <p>{texts.metrics[name].about}</p>
      <p>{texts.basis}</p>
      {typeof asOf === 'string' && <p>{texts.asOf(formats.dateTime(asOf, data?.timeZone))}</p>}
      <LagNote seconds={data?.lagSeconds} />
    </>
  );
}

/** Explains why ad metrics and sales metrics are not exactly comparable. */
function ComparabilityNotes({ data }: { readonly data: ReportAds }) {
  const elsewhen = data.accounts.filter((account) => account.otherCalendar);
  const elsewhere = data.accounts.filter(
    ({ currency, spend }) => currency !== data.currency && Number(spend) > 0,
  );
  return (
    <>
      {elsewhen.length > 0 && (
        <Banner
          tone="attention"
          title={texts.otherCalendar(formats.list(elsewhen.map(({ name }) => name)))}
        />
      )}
      {elsewhere.length > 0 && (
        <Banner
          tone="attention"
          title={texts.otherCurrency(
            formats.list(
              elsewhere.map(({ name, spend, currency }) =>
                texts.spentBy(name, formats.money(spend, currency)),
              ),
            ),
          )}
        />
      )}
    </>
  );
}

/** Ad spend per day of the period; days that are not synced have no value. */
function SpendCard({ data, busy }: { readonly data: ReportAds; readonly busy: boolean }) {
  const { trend, currency } = data;
  const labels = texts.chart;
  return (
    <Card title={labels.title} busy={busy}>
      <ReportTrend
        title={labels.title}
        summary={summaryOf(data)}
        points={trend.map(dayLabel)}
        series={[
          moneySeries(
            { id: 'adSpend', name: texts.metrics.adSpend.name, look: 'area' },
            trend.map(({ adSpend }) => adSpend),
            currency,
          ),
        ]}
        {...formats.moneyAxis(currency)}
        busy={busy}
      />
    </Card>
  );
}

function summaryOf({ trend, metrics, currency }: ReportAds): string {
  const dearest = largestBy(trend, ({ adSpend }) => adSpend);
  if (!dearest) return texts.reasons.no_spend;
  const money = (amount: string | null) => formats.money(amount ?? '0', currency);
  return texts.chart.summary(
    money(metrics.adSpend.value),
    formats.day(dearest.day),
    money(dearest.adSpend),
  );
}
