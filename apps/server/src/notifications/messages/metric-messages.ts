import type { NotificationKind } from '@seller-connect/contract';
import type { Language } from '../../platform/http/problem.ts';
import { dateTime, dayWords } from '../../platform/localized-dates.ts';
import type { Facts } from './facts.ts';
import type { Told } from './render.ts';

type FigureKind = Extract<
  NotificationKind,
  'data_late' | 'sales_drop' | 'cancellations_up' | 'returns_up' | 'fees_up'
>;

/** Puts what stands out in a shop's figures into words: the figure, what is usual, and where to look. */
export function tellFigures(
  kind: FigureKind,
  facts: Facts,
  { language, names, partner }: { language: Language; names: string; partner: string },
): Told {
  const vi = language === 'vi';
  const { from = '', to = '', since } = facts;
  const days = vi
    ? `Từ ${dayWords(from, vi)} đến ${dayWords(to, vi)}`
    : `From ${dayWords(from, vi)} to ${dayWords(to, vi)}`;
  const shop = facts.shops[0]?.id ?? '';
  const currency = facts.currency ?? facts.amounts?.currency;
  const inCurrency = currency === undefined ? '' : `&currency=${currency}`;
  const range = `shop=${shop}${inCurrency}&period=custom&from=${from}&to=${to}`;
  const percent = (share = 0) =>
    new Intl.NumberFormat(vi ? 'vi-VN' : 'en-GB', {
      style: 'percent',
      maximumFractionDigits: 1,
    }).format(share);
  const shares = { now: percent(facts.shares?.now), usual: percent(facts.shares?.usual) };
  switch (kind) {
    case 'data_late': {
      const when = since === undefined ? '' : dateTime(new Date(since), vi);
      return {
        title: vi ? `Dữ liệu của gian hàng ${names} đang chậm` : `The data of ${names} are late`,
        text: vi
          ? `Đơn hàng mới được đọc đến ${when}. Chúng tôi vẫn tiếp tục thử lại với ${partner}.`
          : `Orders are in up to ${when}. We go on asking ${partner}.`,
        action: { label: vi ? 'Xem gian hàng' : 'See the shop', href: `/connect/shops/${shop}` },
      };
    }
    case 'sales_drop': {
      const { now = '0', usual = '0', currency: spelled = 'VND' } = facts.amounts ?? {};
      const money = (amount: string) => moneyWords(amount, spelled, vi);
      return {
        title: vi ? `Doanh số gian hàng ${names} giảm mạnh` : `The sales of ${names} have dropped`,
        text: vi
          ? `Ngày ${dayWords(from, vi)} đạt ${money(now)}; ngày này trong tuần thường đạt khoảng ${money(usual)}.`
          : `${dayWords(from, vi)} brought ${money(now)}; this weekday usually brings about ${money(usual)}.`,
        action: { label: vi ? 'Xem báo cáo' : 'See the report', href: `/?${range}` },
      };
    }
    case 'cancellations_up':
      return {
        title: vi
          ? `Tỷ lệ huỷ của gian hàng ${names} tăng mạnh`
          : `Cancellations of ${names} have risen`,
        text: vi
          ? `${days}: ${shares.now} đơn bị huỷ, thường là ${shares.usual}.`
          : `${days} ${shares.now} of the orders were cancelled; ${shares.usual} is usual.`,
        action: {
          label: vi ? 'Xem các đơn bị huỷ' : 'See what was cancelled',
          href: `/orders?stage=cancelled&basis=committed&${range}`,
        },
      };
    case 'returns_up':
      return {
        title: vi ? `Hàng trả của gian hàng ${names} tăng mạnh` : `Returns of ${names} have risen`,
        text: vi
          ? `${days}: ${shares.now} doanh số bị trả lại, thường là ${shares.usual}.`
          : `${days} ${shares.now} of the sales came back; ${shares.usual} is usual.`,
        action: {
          label: vi ? 'Xem các đơn có hàng trả' : 'See the orders that came back',
          href: `/orders?fate=returned&basis=committed&${range}`,
        },
      };
    case 'fees_up':
      return {
        title: vi ? `Tỷ lệ phí sàn của gian hàng ${names} tăng` : `The fees of ${names} have risen`,
        text: vi
          ? `${days}: sàn giữ lại ${shares.now} tiền hàng, thường là ${shares.usual}.`
          : `${days} the marketplace kept ${shares.now} of what it paid for the goods; ${shares.usual} is usual.`,
        action: { label: vi ? 'Xem phí sàn' : 'See the fees', href: `/reports/money?${range}` },
      };
  }
}

/** Spelled from the decimal text itself, so that no digit is lost on the way. */
export function moneyWords(amount: string, currency: string, vi: boolean): string {
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
