import type { NotificationKind } from '@seller-connect/contract';
import type { Language } from '../../platform/http/problem.ts';
import { formatDateTime, formatDay } from '../../platform/localized-dates.ts';
import type { Facts, RenderedNotification } from './facts.ts';

type MetricKind = Extract<
  NotificationKind,
  'data_late' | 'sales_drop' | 'cancellations_up' | 'returns_up' | 'fees_up'
>;

/** Renders an alert about a metric of a shop: its value, its baseline, and a link to the report. */
export function renderMetricAlert(
  kind: MetricKind,
  facts: Facts,
  { language, names, partner }: { language: Language; names: string; partner: string },
): RenderedNotification {
  const isVietnamese = language === 'vi';
  const { from = '', to = '', since, timeZone } = facts;
  const days = isVietnamese
    ? `Từ ${formatDay(from, isVietnamese)} đến ${formatDay(to, isVietnamese)}`
    : `From ${formatDay(from, isVietnamese)} to ${formatDay(to, isVietnamese)}`;
  const shop = facts.shops[0]?.id ?? '';
  const currency = facts.currency ?? facts.amounts?.currency;
  const inCurrency = currency === undefined ? '' : `&currency=${currency}`;
  const range = `shop=${shop}${inCurrency}&period=custom&from=${from}&to=${to}`;
  const percent = (share = 0) =>
    new Intl.NumberFormat(isVietnamese ? 'vi-VN' : 'en-GB', {
      style: 'percent',
      maximumFractionDigits: 1,
    }).format(share);
  const shares = { now: percent(facts.shares?.now), baseline: percent(facts.shares?.baseline) };
  switch (kind) {
    case 'data_late': {
      const when =
        since === undefined ? '' : formatDateTime(new Date(since), isVietnamese, timeZone);
      return {
        title: isVietnamese
          ? `Dữ liệu của gian hàng ${names} đang chậm`
          : `Data delayed for ${names}`,
        text: isVietnamese
          ? `Đơn hàng mới được đọc đến ${when}. Chúng tôi vẫn tiếp tục thử lại với ${partner}.`
          : `Orders are synced up to ${when}. We’ll keep retrying with ${partner}.`,
        action: {
          label: isVietnamese ? 'Xem gian hàng' : 'View shop',
          href: `/connect/shops/${shop}`,
        },
      };
    }
    case 'sales_drop': {
      const { now = '0', baseline = '0', currency: code = 'VND' } = facts.amounts ?? {};
      const money = (amount: string) => formatMoney(amount, code, isVietnamese);
      return {
        title: isVietnamese
          ? `Doanh số gian hàng ${names} giảm mạnh`
          : `Sharp drop in sales for ${names}`,
        text: isVietnamese
          ? `Ngày ${formatDay(from, isVietnamese)} đạt ${money(now)}; ngày này trong tuần thường đạt khoảng ${money(baseline)}.`
          : `Sales on ${formatDay(from, isVietnamese)} were ${money(now)}. This weekday usually brings in about ${money(baseline)}.`,
        action: { label: isVietnamese ? 'Xem báo cáo' : 'View report', href: `/?${range}` },
      };
    }
    case 'cancellations_up':
      return {
        title: isVietnamese
          ? `Tỷ lệ huỷ của gian hàng ${names} tăng mạnh`
          : `Spike in cancellations for ${names}`,
        text: isVietnamese
          ? `${days}: ${shares.now} đơn bị huỷ, thường là ${shares.baseline}.`
          : `${days}, ${shares.now} of orders were canceled. ${shares.baseline} is usual.`,
        action: {
          label: isVietnamese ? 'Xem các đơn bị huỷ' : 'View canceled orders',
          href: `/orders?stage=cancelled&basis=committed&${range}`,
        },
      };
    case 'returns_up':
      return {
        title: isVietnamese
          ? `Hàng trả của gian hàng ${names} tăng mạnh`
          : `Spike in returns for ${names}`,
        text: isVietnamese
          ? `${days}: ${shares.now} doanh số bị trả lại, thường là ${shares.baseline}.`
          : `${days}, ${shares.now} of sales were returned. ${shares.baseline} is usual.`,
        action: {
          label: isVietnamese ? 'Xem các đơn có hàng trả' : 'View orders with returns',
          href: `/orders?outcome=returned&basis=committed&${range}`,
        },
      };
    case 'fees_up':
      return {
        title: isVietnamese
          ? `Tỷ lệ phí sàn của gian hàng ${names} tăng`
          : `Higher fees for ${names}`,
        text: isVietnamese
          ? `${days}: sàn giữ lại ${shares.now} tiền hàng, thường là ${shares.baseline}.`
          : `${days}, the marketplace kept ${shares.now} of product sales. ${shares.baseline} is usual.`,
        action: {
          label: isVietnamese ? 'Xem phí sàn' : 'View fees',
          href: `/reports/money?${range}`,
        },
      };
  }
}

/** Formats a decimal text without converting it to a number, which would lose digits. */
export function formatMoney(amount: string, currency: string, vi: boolean): string {
  const format = new Intl.NumberFormat(vi ? 'vi-VN' : 'en-GB', {
    style: 'currency',
    currency,
    maximumFractionDigits: currency === 'VND' ? 0 : 2,
  });
  return isDecimal(amount) ? format.format(amount) : amount;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}
