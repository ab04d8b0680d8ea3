import type { WebhookDelivery } from '@seller-connect/contract';

export const vi = {
  title: 'Webhook của nhóm',
  intro:
    'Gửi thông báo và cảnh báo của nhóm đến hệ thống của bạn, có chữ ký theo Standard Webhooks.',
  failed: 'Chưa tải được webhook',
  none: 'Chưa có webhook',
  noneText: 'Nhập địa chỉ nhận của hệ thống bạn, ví dụ n8n, Make hoặc máy chủ riêng.',
  add: 'Thêm webhook',
  test: 'Gửi thử',
  testing: 'Đang gửi thử; kết quả hiện ở danh sách bên dưới',
  disabled: 'Webhook đã bị tắt vì lỗi liên tục. Lưu lại để bật.',
  failing: (when: string) => `Gửi lỗi từ ${when}`,
  kinds: (count: string) => `${count} loại thông báo`,
  deliveries: 'Các lần gửi gần đây',
  noDeliveries: 'Chưa gửi lần nào.',
  testType: 'Gửi thử',
  states: {
    waiting: 'Đang chờ',
    delivered: 'Đã nhận',
    failed: 'Không gửi được',
  } satisfies Record<WebhookDelivery['state'], string>,
  attempts: (count: string) => `${count} lần thử`,
  next: (when: string) => `thử lại ${when}`,
  problems: {
    timeout: 'không trả lời trong 10 giây',
    address_refused: 'địa chỉ không công khai trên Internet',
    redirected: 'trả lời bằng chuyển hướng, không được đi theo',
  } satisfies Record<string, string>,
  status: (status: string) => `trả lời ${status}`,
  noAnswer: (code: string) => `không kết nối được (${code})`,
  dialog: {
    title: 'Webhook của nhóm',
    url: 'Địa chỉ nhận',
    urlHelp: 'Bắt đầu bằng https://, công khai trên Internet.',
    urlMissing: 'Hãy nhập địa chỉ nhận.',
    kinds: 'Gửi những gì',
    kindsMissing: 'Hãy chọn ít nhất một loại.',
    saved: 'Đã lưu webhook',
    renew: 'Đổi mã bí mật',
    remove: 'Xoá webhook',
    removed: 'Đã xoá webhook',
  },
  secret: {
    title: 'Mã bí mật của webhook',
    text: 'Dùng mã này để kiểm tra chữ ký. Mã chỉ hiện một lần.',
    label: 'Mã bí mật',
    copy: 'Sao chép',
    copied: 'Đã sao chép',
    done: 'Tôi đã lưu mã',
  },
};
export type WebhookTexts = typeof vi;
