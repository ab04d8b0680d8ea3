import type { AlertMetric } from '@seller-connect/contract';
import { labelsOfMetric, metrics } from '@seller-connect/contract/metrics';
import type { Language } from '../../platform/http/problem.ts';
import { formatDateTime, formatDay } from '../../platform/localized-dates.ts';
import type { AlertFacts, Facts, RenderedNotification } from './facts.ts';
import { formatMoney } from './metric-messages.ts';

/** Shops that the text names; of more it says the number. */
const maxNamedShops = 3;

/** Renders an alert of a rule: the figure, what it is measured by, and a link to the report of its shops and days. */
export function renderAlert(
  facts: Facts,
  { language, names, partner }: { language: Language; names: string; partner: string },
): RenderedNotification {
  const isVietnamese = language === 'vi';
  const { alert, shops, from = '', to = '', currency = 'VND' } = facts;
  const action = {
    label: isVietnamese ? 'Xem báo cáo' : 'View report',
    href: `/?${reportParameters(facts)}`,
  };
  if (!alert) return { title: '', text: '', action };
  const format = valueFormat(alert.metric, currency, isVietnamese);
  const metric = labelsOfMetric(alert.metric)[language].name;
  const allShops = isVietnamese ? 'Tất cả gian hàng' : 'All shops';
  const several = `${shops.length} ${isVietnamese ? 'gian hàng' : 'shops'}`;
  const scope = shops.length > maxNamedShops ? several : names || partner || allShops;
  const days =
    from === to
      ? formatDay(from, isVietnamese)
      : `${formatDay(from, isVietnamese)} – ${formatDay(to, isVietnamese)}`;
  return {
    title: `${alert.rule}: ${metric} ${format(alert.value)}`,
    text: `${scope}, ${days}: ${metric} ${format(alert.value)}, ${reasonOf(alert, format, isVietnamese)}.`,
    action,
  };
}

/** Renders that a team's webhook was disabled, with the time since when it failed. */
export function renderWebhookDisabled({ since }: Facts, vi: boolean): RenderedNotification {
  const when = since === undefined ? '' : formatDateTime(new Date(since), vi);
  return {
    title: vi ? 'Webhook của nhóm đã bị tắt' : 'Your team’s webhook was disabled',
    text: vi
      ? `Không gửi được từ ${when}. Hãy sửa máy nhận, rồi bật lại trong cài đặt.`
      : `Nothing has been delivered since ${when}. Fix the receiver, then enable the webhook again.`,
    action: {
      label: vi ? 'Mở cài đặt' : 'Open settings',
      href: '/settings/notifications',
    },
  };
}

/** Returns why the figure raised the alert: its threshold, its comparison or what is usual. */
function reasonOf(
  { condition, baseline, low, high }: AlertFacts,
  formatValue: (value: string) => string,
  vi: boolean,
): string {
  const format = (value: string | null) => (value === null ? '–' : formatValue(value));
  switch (condition.kind) {
    case 'above':
      return vi ? `cao hơn ngưỡng ${format(high)}` : `above the threshold of ${format(high)}`;
    case 'below':
      return vi ? `thấp hơn ngưỡng ${format(low)}` : `below the threshold of ${format(low)}`;
    case 'rise':
    case 'fall': {
      const isRise = condition.kind === 'rise';
      const { percent } = condition;
      const before =
        condition.compare === 'year'
          ? vi
            ? 'cùng kỳ năm trước'
            : 'a year before'
          : vi
            ? 'kỳ trước'
            : 'the previous period';
      return vi
        ? `${isRise ? 'tăng' : 'giảm'} hơn ${percent}% so với ${before} (${format(baseline)})`
        : `${isRise ? 'up' : 'down'} more than ${percent}% on ${before} (${format(baseline)})`;
    }
    case 'unusual': {
      const byNow = condition.period === 'today';
      return vi
        ? `khác thường: ngày này trong tuần${byNow ? ', đến giờ này,' : ''} thường từ ${format(low)} đến ${format(high)}`
        : `unusual: this weekday is usually between ${format(low)} and ${format(high)}${byNow ? ' by this time' : ''}`;
    }
  }
}

/** Returns the address parameters of the report of an alert: its shops, currency, days and comparison. */
function reportParameters({ alert, platform, shops, currency, from = '', to = '' }: Facts) {
  const ids = shops.map(({ id }) => id).join(',');
  const { condition } = alert ?? {};
  return new URLSearchParams({
    ...(shops.length > 0
      ? { [shops.length > 1 ? 'shops' : 'shop']: ids }
      : platform && { platform }),
    ...(currency !== undefined && { currency }),
    period: 'custom',
    from,
    to,
    ...(condition && 'compare' in condition && condition.compare === 'year' && { compare: 'year' }),
  }).toString();
}

/** Returns a formatter of decimals in the metric's unit. */
function valueFormat(
  metric: AlertMetric,
  currency: string,
  vi: boolean,
): (value: string) => string {
  const { unit } = metrics[metric];
  if (unit === 'money') return (value) => formatMoney(value, currency, vi);
  const format = new Intl.NumberFormat(vi ? 'vi-VN' : 'en-GB', {
    style: unit === 'share' ? 'percent' : 'decimal',
    maximumFractionDigits: unit === 'share' ? 2 : 1,
  });
  return (value) => format.format(Number(value));
}
