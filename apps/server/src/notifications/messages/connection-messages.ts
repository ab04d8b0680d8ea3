import { formatDateTime } from '../../platform/localized-dates.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Renders a consent that is not valid any more. */
export function renderNeedsReauthorization(
  reason: string,
  partner: string,
  names: string,
  vi: boolean,
) {
  const reconnectText = vi
    ? 'Liên kết lại để tiếp tục cập nhật đơn hàng.'
    : 'Reconnect it to go on updating its orders.';
  switch (reason) {
    case 'ended':
      return {
        title: vi
          ? `Quyền truy cập gian hàng ${names} đã hết hạn`
          : `The access to ${names} has ended`,
        text: reconnectText,
      };
    case 'renewal_lost':
      return {
        title: vi ? `Gian hàng ${names} cần được liên kết lại` : `${names} has to be reconnected`,
        text: vi
          ? `Việc gia hạn quyền truy cập bị gián đoạn ở phía chúng tôi. ${reconnectText}`
          : `A renewal of its access was cut off on our side. ${reconnectText}`,
      };
    default:
      return {
        title: vi
          ? `${partner} đã ngắt quyền truy cập của gian hàng ${names}`
          : `${partner} has ended the access to ${names}`,
        text: reconnectText,
      };
  }
}

/** Renders a consent that expires soon: the remaining days, or hours on the last day. */
export function renderExpiring(endsAt: Date, names: string, vi: boolean, now: Date) {
  const leftMs = endsAt.getTime() - now.getTime();
  const when = formatDateTime(endsAt, vi);
  if (leftMs <= 0) {
    return {
      title: vi
        ? `Quyền truy cập gian hàng ${names} đã hết hạn`
        : `The access to ${names} has ended`,
      text: vi ? `Hết hạn lúc ${when}.` : `It ended at ${when}.`,
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
      ? `Quyền truy cập gian hàng ${names} hết hạn sau ${left}`
      : `The access to ${names} ends in ${left}`,
    text: vi
      ? `Hết hạn lúc ${when}. Liên kết lại trước lúc đó để báo cáo không bị gián đoạn.`
      : `It ends at ${when}. Reconnect it before then, and the reports go on without a gap.`,
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
      title: vi
        ? `Gian hàng ${names} đã chuyển sang nhóm của bạn`
        : `${names} has moved to your team`,
      text: vi
        ? 'Trước đây gian hàng do một nhóm khác liên kết; nhóm đó cũng được báo. Dữ liệu được đọc lại từ đầu cho nhóm của bạn, còn dữ liệu của nhóm kia không hiển thị ở đây.'
        : 'Another team had linked it before, and is told as well. Its data are read anew for your team; what the other team has is not shown here.',
    };
  }
  return {
    title: vi ? `Một nhóm khác đã liên kết gian hàng ${names}` : `Another team has linked ${names}`,
    text: vi
      ? `Nhóm của bạn không còn kết nối với gian hàng này, nên người đăng nhập được vào gian hàng trên ${partner} có thể liên kết ở nơi khác. Nhóm của bạn không nhận dữ liệu mới; dữ liệu đã có vẫn thuộc nhóm cho đến khi bị xoá, và nhóm kia không xem được. Nếu bạn không ngờ tới việc này, hãy kiểm tra ai đăng nhập được vào gian hàng.`
      : `Your team was not connected to it any more, so whoever can sign in to it at ${partner} could link it elsewhere. Your team gets no new data of it; what was read stays with your team until it is erased, and the other team does not see it. If you did not expect this, check who can sign in to the shop.`,
  };
}
