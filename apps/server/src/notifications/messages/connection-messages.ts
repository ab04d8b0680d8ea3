import { formatDateTime } from '../../platform/localized-dates.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Renders a consent that is not valid any more.
 * @param shops names of the shops or ad accounts, in Vietnamese with what they are
 */
export function renderNeedsReauthorization(
  reason: string,
  partner: string,
  shops: string,
  vi: boolean,
) {
  const reconnectText = vi
    ? 'Liên kết lại để tiếp tục cập nhật số liệu.'
    : 'Reconnect to keep your data up to date.';
  switch (reason) {
    case 'ended':
      return {
        title: vi ? `Quyền truy cập ${shops} đã hết hạn` : `Access to ${shops} has expired`,
        text: reconnectText,
      };
    case 'renewal_lost':
      return {
        title: vi ? `Hãy liên kết lại ${shops}` : `Reconnect ${shops}`,
        text: vi
          ? `Việc gia hạn quyền truy cập bị gián đoạn ở phía chúng tôi. ${reconnectText}`
          : `Renewing access was interrupted on our side. ${reconnectText}`,
      };
    default:
      return {
        title: vi
          ? `${partner} đã ngắt quyền truy cập của ${shops}`
          : `${partner} ended access to ${shops}`,
        text: reconnectText,
      };
  }
}

/** Renders a consent that expires soon: the remaining days, or hours on the last day. `shops` as above. */
export function renderExpiring(endsAt: Date, shops: string, vi: boolean, now: Date) {
  const leftMs = endsAt.getTime() - now.getTime();
  const when = formatDateTime(endsAt, vi);
  if (leftMs <= 0) {
    return {
      title: vi ? `Quyền truy cập ${shops} đã hết hạn` : `Access to ${shops} has expired`,
      text: vi ? `Hết hạn lúc ${when}.` : `It expired on ${when}.`,
    };
  }
  const days = Math.ceil(leftMs / dayMs);
  const hours = Math.ceil(leftMs / hourMs);
  const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  const left =
    leftMs > dayMs
      ? vi
        ? `${days} ngày`
        : plural(days, 'day')
      : vi
        ? `${hours} giờ`
        : plural(hours, 'hour');
  return {
    title: vi
      ? `Quyền truy cập ${shops} hết hạn sau ${left}`
      : `Access to ${shops} expires in ${left}`,
    text: vi
      ? `Hết hạn lúc ${when}. Liên kết lại trước lúc đó để báo cáo không bị gián đoạn.`
      : `It expires on ${when}. Reconnect before then to avoid a gap in your reports.`,
  };
}

/** Renders a shop that moved to this team or to another one. */
export function renderMovedShop(
  moved: 'here' | 'away',
  partner: string,
  names: string,
  vi: boolean,
) {
  if (moved === 'here') {
    return {
      title: vi ? `Gian hàng ${names} đã chuyển sang nhóm của bạn` : `${names} moved to your team`,
      text: vi
        ? 'Trước đây gian hàng do một nhóm khác liên kết; nhóm đó cũng được báo. Dữ liệu được đọc lại từ đầu cho nhóm của bạn, còn dữ liệu của nhóm kia không hiển thị ở đây.'
        : 'Another team had connected it before and has been notified too. Its data is synced from the start for your team, and the other team’s data isn’t shown here.',
    };
  }
  return {
    title: vi ? `Một nhóm khác đã liên kết gian hàng ${names}` : `Another team connected ${names}`,
    text: vi
      ? `Nhóm của bạn không còn kết nối với gian hàng này, nên người đăng nhập được vào gian hàng trên ${partner} có thể liên kết ở nơi khác. Nhóm của bạn không nhận dữ liệu mới; dữ liệu đã có vẫn thuộc nhóm cho đến khi bị xoá, và nhóm kia không xem được. Nếu bạn không ngờ tới việc này, hãy kiểm tra ai đăng nhập được vào gian hàng.`
      : `Your team was no longer connected to this shop, so anyone who can sign in to it on ${partner} could connect it elsewhere. Your team won’t get new data. Existing data stays with your team until it’s erased, and the other team can’t see it. If you didn’t expect this, check who can sign in to the shop.`,
  };
}
