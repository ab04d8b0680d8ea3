import type { NotificationKind } from '@seller-connect/contract';
import type { Language } from '../../platform/http/problem.ts';
import { formatDay } from '../../platform/localized-dates.ts';
import type { Facts, RenderedNotification } from './facts.ts';
import { formatMoney } from './metric-messages.ts';

type MoneyKind = Extract<NotificationKind, 'payouts_overdue' | 'ads_without_sales'>;

/** Renders overdue payouts and ads without sales: the amount, and a link to the orders or ads. */
export function renderMoneyAlert(
  kind: MoneyKind,
  facts: Facts,
  { language, names, partner }: { language: Language; names: string; partner: string },
): RenderedNotification {
  const isVietnamese = language === 'vi';
  const { from = '', to = '', orders = 0, days = 0, campaigns = [] } = facts;
  const formattedAmount = facts.worth
    ? formatMoney(facts.worth.amount, facts.worth.currency, isVietnamese)
    : '';
  switch (kind) {
    case 'payouts_overdue': {
      const shop = facts.shops[0]?.id ?? '';
      const currency = facts.worth ? `&currency=${facts.worth.currency}` : '';
      const range = `shop=${shop}${currency}&basis=committed&period=custom&from=${from}&to=${to}`;
      const count = new Intl.NumberFormat(isVietnamese ? 'vi-VN' : 'en-GB').format(orders);
      return {
        title: isVietnamese
          ? `Gian hàng ${names} có ${count} đơn quá hạn thanh toán`
          : `${count} ${orders === 1 ? 'order' : 'orders'} overdue for payout at ${names}`,
        text: isVietnamese
          ? `Đã giao hơn ${days} ngày mà ${partner} chưa thanh toán khoản nào, trị giá ${formattedAmount}. Hãy kiểm tra và hỏi lại sàn.`
          : `Delivered more than ${days} days ago with no payout from ${partner}, worth ${formattedAmount}. Check the orders and contact the marketplace.`,
        action: {
          label: isVietnamese ? 'Xem các đơn quá hạn' : 'View overdue orders',
          href: `/orders?payout=overdue&${range}`,
        },
      };
    }
    case 'ads_without_sales': {
      const list = new Intl.ListFormat(isVietnamese ? 'vi-VN' : 'en-GB').format(
        campaigns.map((name) => `“${name}”`),
      );
      return {
        title: isVietnamese
          ? `Quảng cáo của ${names} chi tiền mà không ra đơn`
          : `Ads for ${names} are spending without sales`,
        text: isVietnamese
          ? `Từ ${formatDay(from, isVietnamese)} đến ${formatDay(to, isVietnamese)}: ${list} đã chi ${formattedAmount} và chưa ghi nhận lượt mua nào.`
          : `From ${formatDay(from, isVietnamese)} to ${formatDay(to, isVietnamese)}, ${list} spent ${formattedAmount} with no attributed purchases.`,
        action: {
          label: isVietnamese ? 'Xem quảng cáo' : 'View ads',
          href: `/?period=custom&from=${from}&to=${to}`,
        },
      };
    }
  }
}
