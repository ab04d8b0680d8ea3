/** Lazada's pushes: one for each changed line of an order. */
import { type PushSource, signatureWithAppKey } from '../push/push-source.ts';
import type { CaseState, ReturnCase } from '../world/orders/returns.ts';
import { lazadaApplication } from './application.ts';
import { currentStatus, lastChangedAt } from './orders/order-view.ts';
import type { LazadaPlatform } from './platform.ts';
import { reverseLineNumber, reverseNumber } from './money/reverse.ts';

const retryDelaySeconds = 1800;

/** Pushes use other status names than the API, and not every state is pushed. */
const caseSteps: Readonly<
  Record<ReturnCase['kind'], Readonly<Partial<Record<CaseState, string>>>>
> = {
  return: {
    requested: 'RTW_INIT',
    in_transit: 'RTW_SHIPPING_BACK',
    received: 'RTW_REFUND_PENDING',
    refunded: 'REFUND_SUCCESS',
    rejected: 'RTW_REJECT',
    withdrawn: 'RTW_CANCELED',
  },
  refund: {
    requested: 'REFUND_INIT',
    approved: 'REFUND_PENDING',
    refunded: 'REFUND_SUCCESS',
    rejected: 'REFUND_REJECTED',
  },
  cancellation: { requested: 'CANCEL_INIT', refunded: 'CANCEL_SUCCESS' },
};

export function createLazadaPushSource(platform: LazadaPlatform): PushSource {
  return {
    platform: 'LAZADA',
    linkedShops: () => platform.grants.active().map(({ shop }) => shop),
    aboutOrder: (shop, order, { after, now }) =>
      order.units
        .filter((unit) => lastChangedAt(unit) > after)
        .map((unit) => ({
          seller_id: shop.externalShopId,
          message_type: 0,
          data: {
            order_status: currentStatus(unit),
            trade_order_id: String(order.number),
            trade_order_line_id: String(unit.number),
            status_update_time: lastChangedAt(unit),
          },
          timestamp: now * 1000,
          site: `lazada_${shop.region.toLowerCase()}`,
        })),
    aboutCase(shop, one, step) {
      const status = caseSteps[one.kind][step.state];
      if (status === undefined) return [];
      return one.units.map((unit) => ({
        seller_id: shop.externalShopId,
        message_type: 10,
        data: {
          reverse_order_id: reverseNumber(one),
          reverse_order_line_id: reverseLineNumber(unit),
          trade_order_id: one.order.number,
          trade_order_line_id: unit.number,
          buyer_id: one.order.buyer.number,
          seller_id: Number(shop.externalShopId),
          reverse_status: status,
          status_update_time: step.at,
          extraParams: {},
        },
        timestamp: step.at,
        site: `lazada_${shop.region.toLowerCase()}`,
      }));
    },
    // Lazada does not push this.
    aboutWithdrawal: () => undefined,
    withdraw: (shop) => platform.grants.revokeAll((grant) => grant.shop === shop),
    sign: (body) => signatureWithAppKey(lazadaApplication.key, lazadaApplication.secret, body),
    timeoutMs: 500,
    isTaken: (status) => status === 200,
    retrySeconds: Array.from({ length: 12 }, () => retryDelaySeconds),
  };
}
