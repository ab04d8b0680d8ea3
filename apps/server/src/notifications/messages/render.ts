import type { NotificationKind } from '@seller-connect/contract';
import { platformNames } from '@seller-connect/contract/platform-names';
import type { Language, LocalizedText } from '../../platform/http/problem.ts';
import { formatDateTime, formatDay } from '../../platform/localized-dates.ts';
import { teamRoleNames } from '../../platform/team-roles.ts';
import type { Facts, RenderedNotification } from './facts.ts';
import { renderAlert, renderWebhookDisabled } from './alert-messages.ts';
import { renderMetricAlert } from './metric-messages.ts';
import {
  renderExpiring,
  renderMovedShop,
  renderNeedsReauthorization,
} from './connection-messages.ts';
import { renderMoneyAlert } from './money-messages.ts';
import { renderLowStock } from './stock-messages.ts';

/** Title and description of each kind on the settings page. */
export const kindTexts: Readonly<
  Record<NotificationKind, { title: LocalizedText; text: LocalizedText }>
> = {
  shop_needs_you: {
    title: { vi: 'Gian hàng cần bạn xử lý', en: 'Shop needs attention' },
    text: {
      vi: 'Sàn không còn cho phép lấy dữ liệu, và chỉ liên kết lại mới tiếp tục được.',
      en: 'The marketplace no longer gives us access to data. Only reconnecting the shop fixes it.',
    },
  },
  shop_expiring: {
    title: { vi: 'Quyền truy cập sắp hết hạn', en: 'Access expiring soon' },
    text: {
      vi: 'Trước khi hết hạn 5 ngày và thêm một lần trong ngày cuối.',
      en: 'Five days before access expires, and again on the last day.',
    },
  },
  shop_moved: {
    title: { vi: 'Gian hàng chuyển nhóm', en: 'Shop moved to another team' },
    text: {
      vi: 'Gian hàng của nhóm được một nhóm khác liên kết, hoặc ngược lại.',
      en: 'Another team connected one of your team’s shops, or the other way around.',
    },
  },
  first_sync_done: {
    title: { vi: 'Đồng bộ lần đầu hoàn tất', en: 'First sync complete' },
    text: {
      vi: 'Toàn bộ đơn hàng của một gian hàng mới đã có trong báo cáo.',
      en: 'All orders from a newly connected shop are in your reports.',
    },
  },
  data_late: {
    title: { vi: 'Dữ liệu bị chậm', en: 'Data delayed' },
    text: {
      vi: 'Đơn hàng của một gian hàng chưa được đọc đến hiện tại trong vài giờ.',
      en: 'A shop’s orders haven’t been synced up to date for a few hours.',
    },
  },
  sales_drop: {
    title: { vi: 'Doanh số giảm mạnh', en: 'Sharp drop in sales' },
    text: {
      vi: 'Doanh số của hôm qua chưa bằng một nửa thường lệ của ngày đó trong tuần.',
      en: 'Yesterday’s sales were less than half of what’s usual for that weekday.',
    },
  },
  cancellations_up: {
    title: { vi: 'Tỷ lệ huỷ tăng mạnh', en: 'Spike in cancellations' },
    text: {
      vi: 'Tỷ lệ huỷ trong tuần gấp đôi bốn tuần trước đó.',
      en: 'The cancellation rate over a week doubled compared to the four weeks before.',
    },
  },
  returns_up: {
    title: { vi: 'Hàng trả tăng mạnh', en: 'Spike in returns' },
    text: {
      vi: 'Giá trị hàng trả của một tuần gấp đôi bốn tuần trước đó.',
      en: 'The share of returned sales over a week doubled compared to the four weeks before.',
    },
  },
  fees_up: {
    title: { vi: 'Tỷ lệ phí sàn tăng', en: 'Higher fees' },
    text: {
      vi: 'Trong một tuần, sàn giữ lại phần tiền hàng lớn hơn hẳn bốn tuần trước đó.',
      en: 'Over a week, the marketplace kept a clearly larger share of product sales than in the four weeks before.',
    },
  },
  payouts_overdue: {
    title: { vi: 'Đơn quá hạn thanh toán', en: 'Overdue payouts' },
    text: {
      vi: 'Đơn đã giao hơn 15 ngày mà sàn chưa thanh toán khoản nào.',
      en: 'Orders delivered more than 15 days ago with no payout.',
    },
  },
  ads_without_sales: {
    title: { vi: 'Quảng cáo không ra đơn', en: 'Ads without sales' },
    text: {
      vi: 'Một chiến dịch chi nhiều trong tuần mà chưa ghi nhận lượt mua nào.',
      en: 'A campaign spent a lot in a week with no attributed purchases.',
    },
  },
  stock_low: {
    title: { vi: 'Hàng bán chạy sắp hết', en: 'Low stock' },
    text: {
      vi: 'Sản phẩm đang bán đã hết hoặc sẽ hết trong 7 ngày. Mỗi ngày báo một lần cho một gian hàng.',
      en: 'Products that sell are out of stock or will be within 7 days. Once a day for each shop.',
    },
  },
  role_changed: {
    title: { vi: 'Vai trò của bạn thay đổi', en: 'Your role changed' },
    text: {
      vi: 'Một chủ nhóm đổi vai trò của bạn trong nhóm.',
      en: 'An owner changed your role in the team.',
    },
  },
  member_joined: {
    title: { vi: 'Có thành viên mới', en: 'New team member' },
    text: { vi: 'Người bạn mời đã vào nhóm.', en: 'Someone you invited joined the team.' },
  },
  report_access_made: {
    title: { vi: 'Có truy cập báo cáo mới', en: 'New report access' },
    text: {
      vi: 'Một người trong nhóm tạo truy cập hoặc liên kết CSV cho công cụ báo cáo.',
      en: 'Someone on the team created access or a CSV link for a reporting tool.',
    },
  },
  report_offered: {
    title: { vi: 'Được mời nhận báo cáo', en: 'Invited to a report email' },
    text: {
      vi: 'Một người trong nhóm muốn gửi báo cáo định kỳ cho bạn.',
      en: 'A team member wants to send you a scheduled report.',
    },
  },
  report_failed: {
    title: { vi: 'Báo cáo định kỳ chưa gửi được', en: 'Report email not sent' },
    text: {
      vi: 'Một báo cáo bạn đặt lịch chưa đến được mọi người nhận.',
      en: 'A report you scheduled didn’t reach all of its recipients.',
    },
  },
  alert_raised: {
    title: { vi: 'Cảnh báo bạn đặt', en: 'Your alert rules' },
    text: {
      vi: 'Một cảnh báo mà nhóm đặt đã gặp điều cần báo.',
      en: 'An alert rule of your team found what it watches for.',
    },
  },
  webhook_disabled: {
    title: { vi: 'Webhook bị tắt', en: 'Webhook disabled' },
    text: {
      vi: 'Webhook của nhóm lỗi liên tục nhiều ngày nên không được gửi nữa.',
      en: 'Your team’s webhook failed for days, so nothing is sent to it anymore.',
    },
  },
  link_failed: {
    title: { vi: 'Liên kết không thành công', en: 'Connection failed' },
    text: {
      vi: 'Bạn đã đồng ý trên sàn nhưng gian hàng chưa liên kết được.',
      en: 'You agreed on the marketplace, but the shop couldn’t be connected.',
    },
  },
};

const reconnectLabel: LocalizedText = { vi: 'Liên kết lại', en: 'Reconnect' };

/** Renders a notification in a language. Remaining times are relative to `now`. */
export function renderNotification(
  kind: NotificationKind,
  facts: Facts,
  language: Language,
  now: Date,
): RenderedNotification {
  const isVietnamese = language === 'vi';
  const partner = facts.platform ? platformNames[facts.platform] : '';
  const role = teamRoleNames[facts.role ?? 'viewer'][language];
  const actorName = facts.by?.name ?? '';
  const names = new Intl.ListFormat(isVietnamese ? 'vi-VN' : 'en-GB').format(
    facts.shops.map(({ name, platform }) =>
      platform ? `${name} (${platformNames[platform]})` : name,
    ),
  );
  const shopKind = facts.platform === 'FACEBOOK' ? 'tài khoản quảng cáo' : 'gian hàng';
  const shops = isVietnamese ? `${shopKind} ${names}` : names;
  switch (kind) {
    case 'shop_needs_you':
      return {
        ...renderNeedsReauthorization(facts.reason ?? 'refused', partner, shops, isVietnamese),
        action: { label: reconnectLabel[language], href: '/connect' },
      };
    case 'shop_expiring':
      return {
        ...renderExpiring(new Date(facts.endsAt ?? now), shops, isVietnamese, now),
        action: { label: reconnectLabel[language], href: '/connect' },
      };
    case 'shop_moved':
      return {
        ...renderMovedShop(facts.moved ?? 'away', partner, names, isVietnamese),
        action: {
          label: isVietnamese ? 'Xem các liên kết' : 'View connections',
          href: '/connect',
        },
      };
    case 'first_sync_done':
      return {
        ...renderFirstSync(facts.platform, partner, names, isVietnamese),
        action: { label: isVietnamese ? 'Xem báo cáo' : 'View report', href: '/' },
      };
    case 'data_late':
    case 'sales_drop':
    case 'cancellations_up':
    case 'returns_up':
    case 'fees_up':
      return renderMetricAlert(kind, facts, { language, names, partner });
    case 'payouts_overdue':
    case 'ads_without_sales':
      return renderMoneyAlert(kind, facts, { language, names, partner });
    case 'stock_low':
      return renderLowStock(facts, { language, names });
    case 'role_changed':
      return {
        title: isVietnamese
          ? `Vai trò của bạn bây giờ là ${role}`
          : `Your role in the team is now ${role}`,
        text: isVietnamese
          ? `${actorName} đã đổi vai trò của bạn trong nhóm.`
          : `${actorName} changed your role in the team.`,
        action: { label: isVietnamese ? 'Xem nhóm' : 'View team', href: '/settings/team' },
      };
    case 'member_joined':
      return {
        title: isVietnamese ? `${actorName} đã vào nhóm` : `${actorName} joined the team`,
        text: isVietnamese ? `Vai trò: ${role}.` : `Role: ${role}.`,
        action: { label: isVietnamese ? 'Xem nhóm' : 'View team', href: '/settings/team' },
      };
    case 'report_access_made': {
      const name = facts.access ?? '';
      const until =
        facts.endsAt === undefined ? null : formatDateTime(new Date(facts.endsAt), isVietnamese);
      const ends = isVietnamese
        ? until === null
          ? 'Truy cập này không có ngày hết hạn.'
          : `Truy cập này hết hạn lúc ${until}.`
        : until === null
          ? 'This access doesn’t expire.'
          : `This access expires on ${until}.`;
      return {
        title: isVietnamese
          ? `${actorName} đã tạo truy cập báo cáo “${name}”`
          : `${actorName} created report access “${name}”`,
        text: isVietnamese
          ? `Ai có mã bí mật hoặc liên kết đều đọc được số liệu của nhóm. ${ends} Nếu không phải người trong nhóm tạo, hãy thu hồi ngay.`
          : `Anyone with the secret or link can read your team’s data. ${ends} If no one on your team created it, revoke it right away.`,
        action: {
          label: isVietnamese ? 'Xem các truy cập' : 'View report access',
          href: '/settings/reporting-tools',
        },
      };
    }
    case 'report_offered':
    case 'report_failed':
      return renderReportEmail(kind, facts, isVietnamese);
    case 'alert_raised':
      return renderAlert(facts, { language, names, partner });
    case 'webhook_disabled':
      return renderWebhookDisabled(facts, isVietnamese);
    case 'link_failed':
      return {
        title: isVietnamese ? `Chưa liên kết được ${partner}` : `Couldn’t connect ${partner}`,
        text: facts.problem?.[language] ?? '',
        action: { label: isVietnamese ? 'Thử lại' : 'Try again', href: '/connect' },
      };
  }
}

/** Renders what concerns a scheduled report: an offer to receive it, or a failure. */
function renderReportEmail(
  kind: 'report_offered' | 'report_failed',
  { view = '', by, to = '' }: Facts,
  vi: boolean,
): RenderedNotification {
  const action = {
    label: vi ? 'Xem báo cáo qua email' : 'View report emails',
    href: '/settings/notifications',
  };
  if (kind === 'report_offered') {
    return {
      title: vi
        ? `${by?.name ?? ''} muốn gửi cho bạn báo cáo “${view}”`
        : `${by?.name ?? ''} wants to send you the report “${view}”`,
      text: vi
        ? 'Bạn chỉ nhận email khi đồng ý, và ngừng nhận được bất cứ lúc nào.'
        : 'You’ll only get it if you agree, and you can stop it at any time.',
      action,
    };
  }
  return {
    title: vi ? `Báo cáo “${view}” chưa gửi được` : `The report “${view}” wasn’t sent`,
    text: vi
      ? `Báo cáo ngày ${formatDay(to, vi)} chưa đến được mọi người nhận dù đã thử nhiều lần. Lần gửi kế tiếp vẫn theo lịch.`
      : `The report of ${formatDay(to, vi)} didn’t reach all recipients after several tries. The next one is sent as scheduled.`,
    action,
  };
}

/** Renders a finished first sync: the orders of a shop, or the days of an ad account. */
function renderFirstSync(
  platform: Facts['platform'],
  partner: string,
  names: string,
  vi: boolean,
): Pick<RenderedNotification, 'title' | 'text'> {
  if (platform === 'FACEBOOK') {
    return {
      title: vi ? `Đã đồng bộ xong tài khoản quảng cáo ${names}` : `First sync complete: ${names}`,
      text: vi
        ? `Chi phí và kết quả quảng cáo từ ${partner} đã có trong báo cáo và được cập nhật liên tục.`
        : `Ad spend and results from ${partner} are in your reports and update automatically.`,
    };
  }
  return {
    title: vi ? `Đã đồng bộ xong gian hàng ${names}` : `First sync complete: ${names}`,
    text: vi
      ? `Toàn bộ đơn hàng từ ${partner} đã có trong báo cáo và được cập nhật liên tục.`
      : `All orders from ${partner} are in your reports and update automatically.`,
  };
}
