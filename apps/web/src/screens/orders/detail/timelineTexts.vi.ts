import type { OrderEventKind } from '@seller-connect/contract';

export const vi = {
  title: 'Diễn biến đơn hàng',
  what: 'Chỉ gồm những việc mà sàn cho biết thời điểm, theo giờ của gian hàng.',
  kinds: {
    ordered: 'Đặt hàng',
    paid: 'Thanh toán',
    shipped: 'Giao cho đơn vị vận chuyển',
    delivered: 'Giao thành công',
    delivery_failed: 'Giao không thành công',
    cancelled: 'Huỷ đơn',
    return_requested: 'Yêu cầu trả hàng, hoàn tiền',
    return_decided: 'Yêu cầu trả hàng được quyết định',
    goods_received: 'Hàng trả đã về',
    refunded: 'Hoàn tiền cho người mua',
    settled: 'Sàn thanh toán cho bạn',
  } satisfies Record<OrderEventKind, string>,
  other: 'Việc khác',
  deducted: 'Sàn trừ tiền của bạn',
  caseNumber: (id: string) => `Mã ${id}`,
};
