import type { LocalizedText } from '../../platform/http/problem.ts';
import type { PlainPage } from '../http/plain-page.ts';

export interface ConsentRequest {
  /** The client's own claim; anyone can write any name. */
  clientName: string;
  /** Host of the client's metadata document, which proves who publishes it. */
  clientHost: string;
  /** Where the browser goes with the answer. */
  redirectHost: string;
  user: string;
  action: string;
  declineHref: string;
}

/** Returns the page that asks whether an assistant may read the reports of the user's team. */
export function consentPage(request: ConsentRequest): PlainPage {
  const { clientName, clientHost, redirectHost, user, action, declineHref } = request;
  const name = clientName.slice(0, 80);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(redirectHost);
  return {
    title: {
      vi: `Cho ${name} đọc báo cáo của bạn?`,
      en: `Let ${name} read your reports?`,
    },
    text: {
      vi: `Bạn đang đăng nhập bằng ${user}. ${name} do ${clientHost} phát hành và ${isLocal ? 'chạy trên máy này' : `hoạt động tại ${redirectHost}`}. Ứng dụng sẽ đọc được doanh số, tiền về, phí, quảng cáo, đơn hàng, sản phẩm và tồn kho của nhóm bạn, không đọc được dữ liệu người mua và không thay đổi được gì. Truy cập có hạn 180 ngày; bạn có thể thu hồi bất cứ lúc nào trong Cài đặt › Công cụ báo cáo.`,
      en: `You’re signed in as ${user}. ${name} is published by ${clientHost} and ${isLocal ? 'runs on this computer' : `works at ${redirectHost}`}. It will be able to read your team’s sales, payouts, fees, ads, orders, products, and stock. It can’t read buyers’ personal data and can’t change anything. Access ends after 180 days; you can revoke it anytime in Settings › Reporting tools.`,
    },
    form: { action, fields: {}, submit: { vi: 'Cho phép', en: 'Allow' } },
    link: { href: declineHref, label: { vi: 'Không cho phép', en: 'Don’t allow' } },
  };
}

/** Returns the page that says why an assistant could not be connected. */
export function refusedPage(text: LocalizedText, appOrigin: string): PlainPage {
  return {
    title: { vi: 'Chưa kết nối được trợ lý', en: 'The assistant couldn’t be connected' },
    text,
    link: { href: appOrigin, label: { vi: 'Về Seller Connect', en: 'Go to Seller Connect' } },
  };
}
