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

Definitions of all metrics in reports, exports and feeds. This page is generated from the dictionary in
\`packages/contract/src/metrics\`.

**Day.** An order counts on its _sales day_ in the shop's time zone: the day of the order for cash on delivery, the day of
payment for prepaid orders (basis \`committed\`). Later cancellations and returns are booked to the same day. Past days can
therefore change, and always show what became of their orders. Orders that were never paid are no sales; they count only as
_placed orders_, on the day they were placed.

**Money** is exact. Different currencies are never added or converted: each report is in one currency and names it. In the
formulas, P is the seller's price of a line after the seller's own price cut, before vouchers and without shipping.

**Each item is exactly one of** _cancelled_, _failed_ (not delivered, lost, shipped back), _returned_ (sent back or refunded
after delivery) or _kept_. Items with an unknown status count as kept and are flagged.

**Returns.** Where a marketplace reports return cases, they decide what was returned: a refunded or received case counts,
with at most the quantity of its line. Cases that are open, refused or withdrawn, and exchanges, return nothing. An item
without a case keeps its own status. So does an item whose status changed to returned after its case was last synced.

**Payouts.** Each line of a marketplace's ledger keeps the marketplace's own code and name, and belongs to one class: goods,
vouchers, shipping, the kinds of fees, refund, penalty, compensation, adjustment or tax. An unknown name belongs to the class
_unknown_ and is never added to another class. The day is the day of the payout if the marketplace reports it, otherwise the
end of the statement.

- Shopee changes the payout of an order in place when it is refunded after its release. It reports neither the earlier
  amount nor the matching balance transaction, so the refund counts on the day of the release.
- Shopee books penalties and compensation for lost parcels as balance adjustments that only a free text distinguishes. They
  belong to the class _adjustment_ and not to the fees.
- TikTok Shop estimates the payout of orders that are on no statement yet, with the reason. The estimate is a metric of its
  own, is fetched hourly, is in no other metric, and counts for an order only until its first booking. Amounts that are due
  contain bookings only.

The payout of an order is _not due_ until delivery, then _due_, and _overdue_ after 15 days without a payout (_unknown_ if
the shop has never had a payout, because its marketplace may not report payouts). A paid order is _matched_ if the payout of
its goods (price, vouchers, subsidies and refunds) equals its net sales, otherwise _under_ or _over_. After a return it is
_over_ until the refund is booked.

**Sums and ratios.** Sums can be added over days, shops and products. A ratio is computed from two sums for exactly the
requested scope. Ratios are never added or averaged, and have no value if the divisor is zero.

<!-- prettier-ignore-start -->

| Metric | Tiếng Việt | Id | Formula | Unit | Kind | Day | By |
| --- | --- | --- | --- | --- | --- | --- | --- |
${metricIds.map(metricRow).join('\n')}

<!-- prettier-ignore-end -->

**Change** (thay đổi) of a value: (value − comparison value) ÷ comparison value. There is none if the comparison value is
zero or not completely synced, or if a ratio has no divisor. The comparison period is the period of equal length just
before, or

- for a month, also one that is chosen by its days: the same days of the month before;
- for a campaign day (9.9, 10.10, 11.11 …): also the campaign day before it;
- for today: also the same weekday of the week before;
- for any period: also the same dates of the year before, alone or beside the comparison above, which stays the main one. 29 February has no counterpart: if it lies within the comparison
  period, it is part of the sum, but of no day of the trend, which says so.

If a period ends today, the last comparison day counts up to the time at which today was synced, in the time zone of each
shop. Days in the future have no value, and the comparison period is shorter by as many days. Lists of products, brands, payouts and
ads have daily values only: their last comparison day is complete, the report says so, and their changes are not rated. The
ad-cost ratio shows no change on a running day.

**Why a value changed** (vì sao thay đổi). A difference is split by shop, brand, product and effect, that of payouts and fees by
shop and kind of line, that of ad spend by account and campaign. The parts of each split add up to the difference exactly, in
ten-thousandths of the currency. An unfinished day of products counts up to the same time here, like the value itself; of one
brand, payouts, fees and ad spend it is compared with a whole day, as in their reports. Subscript 0 is the comparison, 1 the period; amounts in the formulas are values of kept
items (NMV), q are kept units, and p = NMV ÷ q is the average price of a product.

- _GMV by effect._ Of the products with kept units in both periods, with totals R and Q:
  - volume = R₀ × Q₁ ÷ Q₀ − R₀: more or fewer units, at the average price and in the old proportions;
  - price = Σ q₁ × (p₁ − p₀), each product rounded by itself;
  - mix = Σ q₁ × p₀ − R₀ × Q₁ ÷ Q₀: dearer or cheaper products sell a larger share. It is what volume and price leave, so it
    takes the rounding.

  Products with kept units in one of the periods only, and the cancelled, undelivered and returned value, are parts of their
  own. Volume, price and mix are the sales-quantity, sales-price and sales-mix variances of cost accounting (Horngren, Datar,
  Rajan: _Cost Accounting. A Managerial Emphasis_, on sales variances), with the comparison in place of the budget.

  The orders behind volume, price and mix are those with a kept item and a product that buyers kept on days of both periods,
  those behind the products of one period accordingly.

- _Net sales by effect:_ the difference of GMV, less those of cancelled, undelivered and returned value and of vouchers.
- _Orders by effect:_ orders with a kept item, cancelled orders, others. Orders have no split by product, because an order
  may contain several.
- _A ratio by effect:_ dividend = n₁ ÷ d₀ − n₀ ÷ d₀, divisor = n₁ ÷ d₁ − n₁ ÷ d₀.
- _A ratio by shop:_ each shop's own change d₁ₛ ÷ D₁ × (n₁ₛ ÷ d₁ₛ − n₀ₛ ÷ d₀ₛ), and the change of the shops' shares
  (mix), which takes the rounding (Kitagawa: “Components of a Difference Between Two Rates”, _Journal of the American
  Statistical Association_ 50, 1955, with the shares of the comparison and the weights of the period). A shop with a divisor
  in one period only is a part as a whole: n₁ₛ ÷ D₁ − n₀ₛ ÷ D₀ − N₀ ÷ D₀ × (d₁ₛ ÷ D₁ − d₀ₛ ÷ D₀).

**Ad spend against sales today.** Spend is kept by day, so it is known up to the minute at which it was synced and not up to
any earlier minute. Blended ROAS and the ad-cost ratio therefore count today's net sales up to that minute. If a shop is
synced up to an earlier minute, or the accounts that spent today up to different minutes, there is no common minute: “Today”
shows no ratio and the reason, and longer periods count all synced sales of today.

**Hour.** An order counts in the local hour of the shop in which it became a sale. When clocks are set back, the repeated
hour counts as one. Days and hours in the future, and shops without a synced day, have no value instead of zero.

**Stock** (tồn kho) of a product of a shop: the last one that was read on a day, in the shop's time zone. It holds until the
next change. Changes are kept for 180 days.

**Days of cover** (số ngày còn bán): stock ÷ mean of units sold per day, to a tenth. The mean is taken over the last 28 full
days, of units as defined above, after each sync of the products. Days before the product's first recorded stock or its
first sale among the 28 do not count. Days that ended without stock and on which nothing was sold are left out too, so that
a product that was sold out does not seem to sell slowly. There are no days of cover if the marketplace does not report the
stock, if nothing was sold, or if fewer than seven days count. Stock is _low_ with less than seven days of cover, unless it
is sold out.

**Changes of products** in the chart are those of the 20 products that sold the most units in the period, of at most 92 days:
sold out (stock from above zero to zero or less), back in stock, and what buyers pay lowered or raised (the special price, if
there is one). Stock and price of a day are the last ones that a sync returned on it, in the shop's time zone; changes are kept
for 180 days.

**Targets** (mục tiêu) of a month are set for GMV or net sales, of all shops or one, in one currency. _Reached_ is the sum of
the month so far, today included. The _projection_ (dự kiến) is the mean of the month's full days × its days, and never less
than what is reached; it assumes that every day is like the mean of those before, so it knows no campaign days to come.
There is none before the fourth day. _Needed per day_ is what the full days left open ÷ the days that are not over, today
included, rounded up. While days of the month are loading, neither is shown. In the chart, every day has an equal share of its
month's target, rounded so that the days add up to it; a week or month has the sum of its days in the period. So a point above
the line is ahead of the month's even pace, and the line of whole months is the targets themselves. Hours, orders and a
marketplace have no target.

**Alert rules** (cảnh báo) of a team watch one metric of all shops, a marketplace, a shop or several shops together, in one
currency: today, yesterday, or the seven days up to yesterday. A rule alarms once a day, and once a week (Thursday to Wednesday)
about seven days. A shop that is erased leaves the rules of several shops; a rule is deleted with its last shop.

- _Above_ or _below_ a threshold: not on it.
- _Rises_ or _falls_ by more than a percentage, against the days that the report compares with. Today is compared up to the
  time of day to which each shop is synced. Nothing is said without a comparison or against zero.
- _Unusual for this weekday:_ outside median ± 3 × 1.4826 × MAD of the same weekday in the eight weeks before, at least
  ± 10 %, never below zero. MAD is the median of the absolute deviations from the median; 1.4826 makes it an estimate of the
  standard deviation that campaign days hardly move (Rousseeuw, Croux: “Alternatives to the Median Absolute Deviation”,
  _Journal of the American Statistical Association_ 88, 1993). Today is compared up to the same time of day. Days that are
  loading and days before the first order do not count. Nothing is said with fewer than five of the eight days, or if a day
  usually has fewer than ten orders.

What is too high alarms at once. What is too low alarms once all of its days are read completely, as are ratios, which
need ten orders, too. Disconnected shops do not catch up, so nothing waits for them.

**Invariants**, for each day, shop and SKU and for all sums of them. Tests prove them on generated orders and on the
database:

- GMV = NMV + cancelled + failed + returned.
- The SKUs of a shop add up to the shop, the shops to the seller, the hours of a day to the day.
- Rollups that are updated page by page equal a full recomputation, for any order and repetition of pages.
- The weekly, four-week and sixteen-week rollups of a product, which long periods use, equal their days.

**Completeness.** A day is _loading_ until every window of orders that may contain it is synced and proven: the marketplace's
own count of the window, taken again after the sync, equals the stored orders. Orders may be paid on the following day, so an
open window also keeps the day after it loading. \`asOf\` is the time up to which all changes are included; for several shops
it is the earliest of theirs. Today is never complete.

**Orders behind a value.** A link from a value leads to the orders with the same shops, days and currency, by sales day. The
list has as many orders as the value counts. The order list without such a link uses the day of the order and includes unpaid
orders. Payouts and fees consist of payout lines with days of their own, and ad spend of days of campaigns: these lead to a
list of exactly those rows, with their sum. Brand values are sums of products and lead to them.

**Differences from seller centers.** Lazada's screens count by the day of the order and list unpaid orders. Some of Lazada's
totals include vouchers and shipping, others do not.

## Descriptions

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
