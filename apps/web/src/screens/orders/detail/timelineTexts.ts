import { language } from '../../../i18n/index.ts';
import { vi } from './timelineTexts.vi.ts';

export const en: typeof vi = {
  title: 'Order timeline',
  what: 'Only events whose time the marketplace reports, in the shop’s time zone.',
  kinds: {
    ordered: 'Ordered',
    paid: 'Paid',
    shipped: 'Handed to the carrier',
    delivered: 'Delivered',
    delivery_failed: 'Delivery failed',
    cancelled: 'Canceled',
    return_requested: 'Return or refund requested',
    return_decided: 'Return request decided',
    goods_received: 'Returned goods received',
    refunded: 'Buyer refunded',
    settled: 'Paid out to you',
  },
  other: 'Other event',
  deducted: 'Deducted from your payout',
  caseNumber: (id) => `No. ${id}`,
};

export const texts = language === 'en' ? en : vi;
