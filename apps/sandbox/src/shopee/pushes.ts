/** Shopee's pushes, signed with the URL registered in the console. */
import { type PushSource, signatureWithAddress } from '../push/push-source.ts';
import { shopeeApplication } from './application.ts';
import { orderSerial } from './orders/order-serials.ts';
import { lastChangedAt } from './orders/orders.ts';
import type { ShopeePlatform } from './platform.ts';
import { returnFields } from './orders/returns.ts';
import { orderStatus } from './orders/statuses.ts';

export function createShopeePushSource(platform: ShopeePlatform): PushSource {
  return {
    platform: 'SHOPEE',
    linkedShops: () => platform.grants.active().map(({ shop }) => shop),
    aboutOrder: (shop, order) => [
      {
        data: {
          items: [],
          ordersn: orderSerial(order.number, order.createdAt),
          status: orderStatus(order),
          completed_scenario: '',
          update_time: lastChangedAt(order),
        },
        shop_id: Number(shop.externalShopId),
        code: 3,
        timestamp: lastChangedAt(order),
      },
    ],
    // Shopee documents this type of push but not its fields. The sandbox sends the usual IDs and the status.
    aboutCase(shop, one, step) {
      const fields = returnFields(one, step.state);
      if (fields === null) return [];
      return [
        {
          data: {
            return_sn: fields.name,
            ordersn: orderSerial(one.order.number, one.order.createdAt),
            status: fields.status,
            update_time: step.at,
          },
          shop_id: Number(shop.externalShopId),
          code: 29,
          timestamp: step.at,
        },
      ];
    },
    storeLost: (body, now) => platform.lostPushes.add(body, now),
    aboutWithdrawal: (shop, now) => ({
      data: {
        authorize_type: 'cancel shop authorization by user',
        extra: `shop id ${shop} has been deauthorized successfully`,
        shop_id: Number(shop),
        success: 1,
      },
      partner_id: Number(shopeeApplication.partnerId),
      code: 2,
      timestamp: now,
    }),
    withdraw: (shop) => platform.grants.revokeAll((grant) => grant.shop === shop),
    sign: (body, address) => signatureWithAddress(address, shopeeApplication.partnerKey, body),
    timeoutMs: 3000,
    isTaken: (status) => status >= 200 && status < 300,
    retrySeconds: [300, 1800, 10_800],
  };
}
