import type { AlertRule } from '@seller-connect/contract';
import { page } from 'vitest/browser';
import { texts } from '../texts.ts';

export const shopId = '00000000-0000-4000-8000-00000000000a';
export const otherShopId = '00000000-0000-4000-8000-00000000000b';
export const longName =
  'Gian hàng chính hãng thời trang trẻ em và đồ dùng gia đình Hoa Mai Sài Gòn';
export const shops = [
  { id: shopId, name: 'Hoa Mai', platform: 'LAZADA', status: 'connected' },
  { id: otherShopId, name: longName, platform: 'SHOPEE', status: 'connected' },
  { id: '00000000-0000-4000-8000-00000000000c', name: 'Trà', platform: 'SHOPEE' },
];
export const rule: AlertRule = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Doanh số thấp',
  metric: 'gmv',
  platform: null,
  shopIds: [shopId],
  currency: 'VND',
  condition: { kind: 'below', period: 'yesterday', threshold: '5000000' },
  inApp: true,
  mail: true,
  webhook: false,
  quietHours: { from: 22, to: 7 },
  isMuted: false,
  isMutedForYou: false,
  lastRaisedAt: null,
  version: 1,
  updatedAt: '2026-11-10T05:00:00Z',
};
export const days = Array.from({ length: 60 }, (_, index) => ({
  day: `2026-${index < 30 ? '09' : '10'}-${String((index % 30) + 1).padStart(2, '0')}`,
  value: index === 0 ? null : String(index * 100_000),
  low: '5000000',
  high: null,
  isAlarm: index === 1 || index === 3,
}));

/** Chooses an entry of a rule's menu. */
export async function choose(name: string, entry: string) {
  await page.getByRole('button', { name: texts.actionsOf(name) }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
