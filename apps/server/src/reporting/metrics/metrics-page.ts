import {
  metricIds,
  metrics,
  labelsOfMetric,
  type Metric,
  type MetricId,
} from '@seller-connect/contract/metrics';

const units = { money: 'money', count: 'count', share: '%', times: '×' } as const;
const bases: Record<Metric['basis'], string> = {
  committed: 'sales day',
  created: 'day placed',
  settled: 'day paid out',
  ad_day: 'ad account’s day',
};

/** Returns the text of docs/metrics.md, generated from the dictionary. */
export function metricsPage(): string {
  return `# Metrics

What the numbers of a report mean. Every figure of the product, of an export and of a feed is one of these. This page is
made from the dictionary in \`packages/contract/src/metrics\`.

**Day.** An order counts on its _sales day_ in the shop's own calendar: cash on delivery on the day it was placed, prepaid on
the day it was paid (basis \`committed\`). What happens later – cancellation, return – is booked back to that day, so the past
can change and always tells what became of the orders of a day. An order that was never paid for sold nothing; it counts only
under _placed orders_, on the day it was placed.

**Money** is exact and of one currency; different currencies are never added and never converted: a report is in one of them and
says so. P is what the seller asks for a line, after
the seller's own price cut and before any voucher, without shipping.

**An item is exactly one of** _cancelled_, _failed_ (not delivered, lost, shipped back), _returned_ (delivered, then sent
back or refunded), or _kept_. An item in a status that we do not know counts as kept and is counted as a doubt.

**Returns.** Where a marketplace tells of return cases, they decide what came back: a refunded or received case, by its
pieces and never more than the line has; a demand that is open, refused or withdrawn, or goods that are exchanged, take
nothing back. An item that no case names keeps its own status, and so does one that came back since its case was last heard of.

**Money paid out.** Every line of a marketplace's money ledger keeps the marketplace's own code and name and is of one class: goods,
vouchers, shipping, each kind of fee, refund, penalty, compensation, adjustment, tax. A name that is not known yet is of the class
_unknown_ and never added to another. The day is that of the payout, where the marketplace tells it; otherwise the end of the
statement. Shopee changes the payout of an order in its place when it is refunded after its release, and tells neither what
was paid out before nor which movement of the balance the change is: such a refund has the day of the release. It books
penalties and what it pays for lost parcels as adjustments of the balance, and only a free text tells them apart: they are of the class
_adjustment_ and not among the fees. TikTok Shop
tells what it expects to pay for orders that are on no statement yet, and why they wait: this estimate is its own, read anew
each hour, a metric of its own and in no other, and it counts for an order only until something is booked for it. What is due
holds booked money only. An order is _not due_ until it arrives, then _due_, and
_overdue_ after 15 days without a payout (_unknown_ where nothing was ever paid out to the shop: its marketplace may tell nothing of payouts); with one it is _matched_ when what is paid for its goods (price, vouchers, subsidies and
refunds) equals its net sales, and else _under_ or _over_ – over for a while after a return, until the refund is paid.

**Sums and ratios.** A sum may be added over days, shops and products. A ratio is two sums, divided for exactly what is asked
for; it is never added and never averaged, and there is none where the divisor is zero.

<!-- prettier-ignore-start -->

| Metric | Tiếng Việt | Id | Formula | Unit | Kind | Day | By |
| --- | --- | --- | --- | --- | --- | --- | --- |
${metricIds.map(metricRow).join('\n')}

<!-- prettier-ignore-end -->

**Change** (thay đổi) of a figure: (value − value of the days compared with) ÷ that value; none when that one is zero, not
completely read or, of a ratio, without a divisor. Compared with is the equally long period just before; of a month the same days of
the month before, of a campaign day (9.9, 10.10, 11.11 …) also the campaign day before it, of anything also the same days a
year before: each day by its own date. The 29th of February has no such day; where it lies among the days compared with, it
is in their sum and beside no day of the trend, which says so. Of a period that ends today the last day compared with counts until the
time of the shop's clock to which today is read of each shop; today is also compared with the same weekday of the week
before. Days that have not come have no figure, and as many days less are compared with. Products, brands, payouts and ads
are kept by day: there the last day is a whole one, which is said, and their changes are not judged. What ads cost against
sales shows no change on a day that is not over, for sales are read up to a later time than spend.

**Hour.** An order counts in the hour of the shop's clock at which it became a sale; where clocks are set back, the hour that
comes twice is one. A day or an hour that has not come, or a shop of which no day is read, has no figure rather than zero.

**What always holds**, per day, shop and SKU and for any sum of them; tests prove it on made-up orders and on the database:
GMV = NMV + cancelled + failed + returned · the SKUs of a shop sum to the shop, the shops to the seller, the hours
of a day to the day · rollups kept up to
date page by page equal a count from scratch, however often and in whatever order the pages came · the weeks, four weeks and
sixteen weeks of a product, which long periods are read from, equal their days.

**Completeness.** A day is _loading_ while a window of orders that could hold it is not read and proven: the marketplace's own
count of the window, taken again after reading, equals what is held. Orders of one day may be paid on the next, so a window
that is open keeps the day after it loading too. \`asOf\` is the moment up to which every change is in; of several shops the
oldest counts. Today is never complete.

**Orders behind a figure.** A link from a figure leads to the list of orders with the same shops, days and currency, by sales day: it
has as many orders as the figure counts. A list that one opens by oneself is by the day orders were placed, unpaid ones
among them. Payouts and fees are made of bookings on days of their own, what is per brand is added over products, and ads
know no orders: these lead to no list.

**Where the numbers may differ from a seller centre.** Lazada's own screens count by the day an order was placed and show
orders that are not paid yet in their lists; vouchers and shipping are in some of its totals and not in others.

## What they tell

${metricIds.map(metricParagraph).join('\n\n')}
`;
}

function metricRow(id: MetricId): string {
  const { vi, en } = labelsOfMetric(id);
  const metric: Metric = metrics[id];
  const kind = metric.kind === 'sum' ? 'sum' : `\`${metric.dividend}\` ÷ \`${metric.divisor}\``;
  const cells = [
    en.name,
    vi.name,
    `\`${id}\``,
    metric.formula,
    units[metric.unit],
    kind,
    bases[metric.basis],
    metric.by.join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function metricParagraph(id: MetricId): string {
  const { vi, en } = labelsOfMetric(id);
  return `- **${en.name}** – ${en.about}\n  **${vi.name}** – ${vi.about}`;
}
