/** TikTok Shop's webhooks, each with an ID of its own. */
import { randomInt } from 'node:crypto';
import { type PushSource, signatureWithAppKey } from '../push/push-source.ts';
import { tiktokApplication } from './application.ts';
import { orderId, updatedAt } from './orders/orders.ts';
import type { TiktokPlatform } from './platform.ts';
import { caseFields, returnId } from './orders/returns.ts';
import { isOnHold, orderStatus } from './orders/statuses.ts';

function notificationId(): string {
  return `73${String(randomInt(1e12)).padStart(12, '0')}${String(randomInt(1e5)).padStart(5, '0')}`;
}

export function createTiktokPushSource(platform: TiktokPlatform): PushSource {
  return {
    platform: 'TIKTOK',
    linkedShops: () => platform.grants.active().flatMap(({ shops }) => shops),
    aboutOrder(shop, order, { after, now }) {
      const changedAt = updatedAt(order);
      // A return does not change its order.
      if (changedAt <= after) return [];
      return [
        {
          type: 1,
          tts_notification_id: notificationId(),
          shop_id: shop.externalShopId,
          timestamp: now,
          data: {
            is_on_hold_order: isOnHold(order),
            order_id: orderId(order.number),
            order_status: orderStatus(order),
            update_time: changedAt,
          },
        },
      ];
    },
    aboutCase(shop, one, step) {
      // A cancellation changes its order, and that change is already pushed.
      if (one.kind === 'cancellation') return [];
      const { type, status } = caseFields(one, step.state);
      return [
        {
          type: 12,
          tts_notification_id: notificationId(),
          shop_id: shop.externalShopId,
          timestamp: step.at,
          data: {
            order_id: orderId(one.order.number),
            return_id: returnId(one),
            return_type: type,
            return_status: status,
            return_role: 'BUYER',
            create_time: one.course[0]?.at ?? step.at,
            update_time: step.at,
          },
        },
      ];
    },
    aboutWithdrawal: (shop, now) => ({
      type: 6,
      tts_notification_id: notificationId(),
      shop_id: shop,
      timestamp: now,
      data: { message: 'The seller has removed the authorization' },
    }),
    withdraw: (shop) => platform.grants.revokeAll(({ shops }) => shops.includes(shop)),
    sign: (body) =>
      signatureWithAppKey(tiktokApplication.appKey, tiktokApplication.appSecret, body),
    timeoutMs: 5000,
    isTaken: (status) => status >= 200 && status < 300,
    retrySeconds: [120, 1800, 10_800, 43_200],
  };
}
