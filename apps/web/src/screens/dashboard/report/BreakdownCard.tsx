import { useQuery } from '@tanstack/react-query';
import type { BreakdownBy, BreakdownItem, ReportBreakdown } from '@seller-connect/contract';
import {
  BarsIcon,
  Button,
  Card,
  ExplainButton,
  MetricChange,
  PartnerMark,
  SegmentedControl,
  Skeleton,
  TableIcon,
  TextLink,
  Tooltip,
  VisuallyHidden,
} from '@seller-connect/ui';
import { BarList, type BarListItem } from '@seller-connect/ui/charts';
import { Fragment, type ReactNode } from 'react';
import { lazyBlock } from '../../../loading/lazyBlock.tsx';
import { toE4 } from '../../../i18n/decimalAmounts.ts';
import { formats, partnerName } from '../../../i18n/index.ts';
import { CardError } from '../CardError.tsx';
import { blockTexts } from './blockTexts.ts';
import { brandName } from './brandName.ts';
import { classifyChange } from './metrics.tsx';
import { HourlyChart } from './trend/HourlyChart.tsx';
import styles from './Report.module.css';
import type { OnExplain } from '../explain/useExplained.ts';
import { breakdownQuery } from '../queries.ts';
import { texts } from '../texts.ts';
import {
  reportHref,
  ordersHref,
  productsAnchor,
  type SalesPart,
  type SalesScope,
} from '../filters/drillDown.ts';
import type { ReportFilters } from '../filters/filters.ts';

const labels = blockTexts.breakdown;

export interface BreakdownCardProps {
  readonly filters: ReportFilters;
  /** The filters with the report's currency if there are several. */
  readonly scope: SalesScope;
  readonly live: boolean;
  /** The team sells on several marketplaces. */
  readonly severalPlatforms: boolean;
  /** The team has campaigns. */
  readonly advertises: boolean;
  /** Note that an unfinished day is compared with a whole one; for dimensions without hours. */
  readonly wholeDay: string | null;
  readonly onChange: (filters: ReportFilters) => void;
  readonly onExplain: OnExplain;
}

/** Loaded on demand: most teams have no ad account. */
const Campaigns = lazyBlock(
  () => import('../ads/CampaignBreakdown.tsx'),
  <Skeleton shape="row" count={4} />,
);

/** Loaded when the table is chosen. */
const PivotTable = lazyBlock(
  () => import('../pivot/PivotTable.tsx'),
  <Skeleton shape="row" count={4} />,
);

/** GMV of the period by marketplace, shop, brand or hour, and ad spend by campaign. */
export default function BreakdownCard({
  filters,
  scope,
  live,
  severalPlatforms,
  advertises,
  wholeDay,
  onChange,
  onExplain,
}: BreakdownCardProps) {
  const by = filters.by ?? 'shop';
  const ofSales = by !== 'campaign';
  const query = useQuery({
    ...breakdownQuery(filters, live),
    enabled: ofSales,
  });
  const { data, error, isPlaceholderData } = query;
  const choices: readonly (typeof by)[] = [
    ...(severalPlatforms || by === 'platform' ? ['platform' as const] : []),
    'shop',
    'brand',
    'hour',
    ...(advertises || !ofSales ? ['campaign' as const] : []),
  ];
  const counted = isPlaceholderData ? null : scope;
  // An hour in the future has no value to compare.
  const unread =
    data?.items.some((item) => item.gmv !== null && item.previousGmv === null) ?? false;
  return (
    <Card
      title={labels.titles[by]}
      summary={summaryOf(by, unread, wholeDay)}
      busy={isPlaceholderData}
      actions={
        <SegmentedControl
          label={labels.by}
          value={by}
          options={choices.map((value) => ({ value, label: labels.choices[value] }))}
          onValueChange={(chosen) => {
            const { by: _by, brand: _brand, ...rest } = filters;
            onChange(chosen === 'shop' ? rest : { ...rest, by: chosen });
          }}
        />
      }
    >
      {!ofSales && <Campaigns filters={filters} live={live} />}
      {ofSales && error && <CardError title={labels.failed} query={query} />}
      {ofSales && !data && !error && <Skeleton shape="row" count={4} />}
      {ofSales &&
        data &&
        (data.by === 'hour' ? (
          <HourlyChart data={data} scope={counted} busy={isPlaceholderData} />
        ) : data.by === 'shop' && filters.pivot !== undefined && data.items.length > 0 ? (
          <PivotTable data={data} filters={filters} scope={counted} onChange={onChange} />
        ) : (
          <>
            <BarList
              label={labels.titles[data.by]}
              items={barsOf(data, filters, counted, { isOpenDay: wholeDay !== null, onExplain })}
              total={totalOf(data)}
              busy={isPlaceholderData}
            />
            {data.items.length === 0 && <p>{texts.trend.nothing}</p>}
          </>
        ))}
      {data?.by === 'shop' && data.items.length > 0 && (
        <div className={styles.switch}>
          <Button
            size="small"
            variant="quiet"
            icon={filters.pivot === undefined ? <TableIcon /> : <BarsIcon />}
            onClick={() =>
              onChange({
                ...filters,
                pivot: filters.pivot === undefined ? 'week' : undefined,
                pivotMetric: undefined,
                sort: undefined,
              })
            }
          >
            {filters.pivot === undefined ? labels.showTable : labels.showBars}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** A note that applies to all comparisons of the card. */
function summaryOf(
  by: NonNullable<ReportFilters['by']> | 'shop',
  unread: boolean,
  wholeDayNote: string | null,
): string | undefined {
  if (by === 'campaign') return labels.campaigns;
  if (unread) return labels.notComparable;
  return by === 'brand' ? (wholeDayNote ?? undefined) : undefined;
}

/** Sum of all items, of which each bar is a share. */
function totalOf({ items }: Pick<ReportBreakdown, 'items'>): number {
  return Number(items.reduce((sum, item) => sum + toE4(item.gmv), 0n)) / 10_000;
}

function barsOf(
  { items, currency, by, period }: ReportBreakdown,
  filters: ReportFilters,
  scope: SalesScope,
  { isOpenDay, onExplain }: { readonly isOpenDay: boolean; readonly onExplain: OnExplain },
): BarListItem[] {
  const total = totalOf({ items });
  return items.map((item) => {
    const { gmv, platform } = item;
    const share = gmv !== null && total > 0 && labels.share(formats.percent(Number(gmv) / total));
    return {
      id: item.key,
      name: nameOf(item, by),
      ...drillDownHref(item, by, filters),
      ...(platform && {
        mark: <PartnerMark partner={platform} />,
      }),
      value: Number(gmv ?? 0),
      valueText:
        gmv !== null ? (
          <Tooltip content={formats.money(gmv, currency)}>
            <span data-value={gmv} data-key={item.key}>
              {formats.shortMoney(gmv, currency).text}
            </span>
          </Tooltip>
        ) : (
          '–'
        ),
      note:
        gmv !== null
          ? joinWithDots([
              share,
              ...ordersOf(item, by, (part) => ordersHref(scope, period, part)),
              by === 'brand' && item.units !== null && labels.units(formats.number(item.units)),
              item.daysLoading > 0 && texts.daysLoading(item.daysLoading),
            ])
          : item.daysLoading > 0
            ? texts.periodLoading
            : texts.toCome,
      valueNote:
        by === 'brand' && isChanged(item) ? (
          <ExplainButton
            explain={{ text: texts.explain, onOpen: () => onExplain('gmv', item.key) }}
            metricName={nameOf(item, by)}
          >
            <ItemChange item={item} openDay={isOpenDay} />
          </ExplainButton>
        ) : (
          <ItemChange item={item} openDay={by === 'brand' && isOpenDay} />
        ),
    };
  });
}

/**
 * Returns the number of orders and the cancellation rate of an item, each linked to its orders; empty if not counted.
 */
function ordersOf(
  { key, platform, orders, cancellationRate }: BreakdownItem,
  by: BreakdownBy,
  ordersAt: (part: SalesPart) => string | undefined,
): ReactNode[] {
  const own: SalesPart = by === 'platform' && platform ? { platform } : { shop: key };
  const linked = (text: string, href: string | undefined) =>
    href === undefined ? (
      text
    ) : (
      <TextLink key={text} quiet href={href}>
        {text}
      </TextLink>
    );
  return [
    orders !== null &&
      linked(labels.orders(formats.number(orders)), orders > 0 ? ordersAt(own) : undefined),
    cancellationRate !== null &&
      linked(
        labels.cancelled(formats.percent(cancellationRate)),
        cancellationRate > 0 ? ordersAt({ ...own, stage: 'cancelled' }) : undefined,
      ),
  ];
}

/** Joins the parts with a middle dot. */
function joinWithDots(parts: readonly ReactNode[]): ReactNode {
  return parts
    .filter((part) => part !== false)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ));
}

function nameOf({ key, name, platform }: BreakdownItem, by: BreakdownBy): string {
  if (by === 'platform' && platform) return partnerName(platform);
  return by === 'brand' ? brandName(key) : name;
}

/**
 * Links a marketplace to its shops, a shop to its own report, and a brand to its products. Brands do not link to
 * orders: an order may contain several brands, so their orders are not counted.
 */
function drillDownHref(
  { key, platform }: BreakdownItem,
  by: BreakdownBy,
  filters: ReportFilters,
): { href?: string } {
  if (by === 'brand')
    return { href: `${reportHref({ ...filters, brand: key })}#${productsAnchor}` };
  const { by: _by, ...rest } = filters;
  if (by === 'platform' && platform) return { href: reportHref({ ...rest, platform }) };
  return filters.shop === key ? {} : { href: reportHref({ ...rest, shop: key }) };
}

/** Whether a change is shown, which only a value of before above zero has. */
const isChanged = ({ gmv, previousGmv }: BreakdownItem) =>
  gmv !== null && Number(previousGmv) > 0 && gmv !== previousGmv;

interface ItemChangeProps {
  readonly item: BreakdownItem;
  /** An unfinished day is compared with a whole one, so the change is neither good nor bad. */
  readonly openDay: boolean;
}

function ItemChange({ item, openDay }: ItemChangeProps) {
  if (item.previousGmv === null) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{texts.notComparable}</VisuallyHidden>
      </>
    );
  }
  const before = Number(item.previousGmv);
  if (item.gmv === null || before <= 0) return null;
  const change = (Number(item.gmv) - before) / before;
  return (
    <MetricChange
      text={formats.change(change)}
      {...classifyChange(change, openDay ? null : true)}
    />
  );
}
