import type { NotificationKind } from '@seller-connect/contract';
import type { Language } from '../../platform/http/problem.ts';
import { dayWords } from '../../platform/localized-dates.ts';
import type { Facts } from './facts.ts';
import { moneyWords } from './metric-messages.ts';
import type { Told } from './render.ts';

type MoneyKind = Extract<NotificationKind, 'payouts_overdue' | 'ads_without_sales'>;

/** Puts money that does not come, or that ads cost in vain, into words: how much, and where to look. */
export function tellMoney(
  kind: MoneyKind,
  facts: Facts,
  { language, names, partner }: { language: Language; names: string; partner: string },
): Told {
  const vi = language === 'vi';
  const { from = '', to = '', orders = 0, days = 0, campaigns = [] } = facts;
  const worth = facts.worth ? moneyWords(facts.worth.amount, facts.worth.currency, vi) : '';
  switch (kind) {
    case 'payouts_overdue': {
      const shop = facts.shops[0]?.id ?? '';
      const currency = facts.worth ? `&currency=${facts.worth.currency}` : '';
      const range = `shop=${shop}${currency}&basis=committed&period=custom&from=${from}&to=${to}`;
      const count = new Intl.NumberFormat(vi ? 'vi-VN' : 'en-GB').format(orders);
      return {
        title: vi
          ? `Gian hàng ${names} có ${count} đơn quá hạn thanh toán`
          : `${count} orders of ${names} are overdue for payout`,
        text: vi
          ? `Đã giao hơn ${days} ngày mà ${partner} chưa thanh toán khoản nào, trị giá ${worth}. Hãy kiểm tra và hỏi lại sàn.`
          : `They arrived more than ${days} days ago and ${partner} has paid nothing out; they are worth ${worth}. Check them and ask the marketplace.`,
        action: {
          label: vi ? 'Xem các đơn quá hạn' : 'See the overdue orders',
          href: `/orders?payout=overdue&${range}`,
        },
      };
    }
    case 'ads_without_sales': {
      const list = new Intl.ListFormat(vi ? 'vi-VN' : 'en-GB').format(
        campaigns.map((name) => `“${name}”`),
      );
      return {
        title: vi
          ? `Quảng cáo của ${names} chi tiền mà không ra đơn`
          : `Ads of ${names} spend without sales`,
        text: vi
          ? `Từ ${dayWords(from, vi)} đến ${dayWords(to, vi)}: ${list} đã chi ${worth} và chưa ghi nhận lượt mua nào.`
          : `From ${dayWords(from, vi)} to ${dayWords(to, vi)} ${list} spent ${worth} and were credited no purchase.`,
        action: {
          label: vi ? 'Xem quảng cáo' : 'See the ads',
          href: `/?period=custom&from=${from}&to=${to}`,
        },
      };
    }
  }
}
