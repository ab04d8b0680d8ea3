/** Lazada's pushes: one for every line of an order that changed. */
import { hexHmac } from '../push/side.ts';
import type { PushSide } from '../push/side.ts';
import { TEST_APPLICATION } from './application.ts';
import { currentStatus, lastChange } from './order-view.ts';
import type { LazadaPlatform } from './platform.ts';

const HALF_AN_HOUR = 1800;

export function lazadaPushes(platform: LazadaPlatform): PushSide {
  return {
    platform: 'LAZADA',
    linkedShops: () =>
      platform.grants.state().grants.flatMap(({ revoked, shop }) => (revoked ? [] : shop)),
    aboutOrder: (shop, order, { after, now }) =>
      order.units
        .filter((unit) => lastChange(unit) > after)
        .map((unit) => ({
          seller_id: shop.externalShopId,
          message_type: 0,
          data: {
            order_status: currentStatus(unit),
            trade_order_id: String(order.number),
            trade_order_line_id: String(unit.number),
            status_update_time: lastChange(unit),
          },
          timestamp: now * 1000,
          site: `lazada_${shop.region.toLowerCase()}`,
        })),
    // Lazada says nothing of it.
    aboutWithdrawal: () => undefined,
    withdraw(shop) {
      const { codes, grants } = platform.grants.state();
      platform.grants.restore({
        codes,
        grants: grants.map((grant) => (grant.shop === shop ? { ...grant, revoked: true } : grant)),
      });
    },
    sign: (body) => hexHmac(TEST_APPLICATION.secret, `${TEST_APPLICATION.key}${body}`),
    patienceMs: 500,
    isTaken: (status) => status === 200,
    retrySeconds: Array.from({ length: 12 }, () => HALF_AN_HOUR),
  };
}
