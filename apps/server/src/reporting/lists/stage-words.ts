import type { OrderStage } from '@seller-connect/contract';
import type { LocalizedText } from '../../platform/http/problem.ts';

/** Labels of order stages, as in the UI. */
export const stageLabels: Record<OrderStage, LocalizedText> = {
  unpaid: { vi: 'Chưa thanh toán', en: 'Unpaid' },
  to_ship: { vi: 'Chờ giao', en: 'To ship' },
  shipping: { vi: 'Đang giao', en: 'Shipping' },
  delivered: { vi: 'Đã giao', en: 'Delivered' },
  completed: { vi: 'Hoàn thành', en: 'Completed' },
  cancelled: { vi: 'Đã huỷ', en: 'Canceled' },
  failed_delivery: { vi: 'Giao không thành công', en: 'Delivery failed' },
  unknown: { vi: 'Chưa rõ', en: 'Unknown' },
};
