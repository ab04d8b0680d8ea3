import {
  createLazadaConnector,
  lazadaHosts,
  type MarketplaceConnector,
} from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import type { LinkedShop } from '../leases/stream-lease.ts';

/** Returns a connected shop, with `changes` applied. */
export function linkedShop(changes: Partial<LinkedShop> & { shopId: string }): LinkedShop {
  return {
    platform: 'LAZADA',
    name: 'Hoa Mai',
    region: 'VN',
    currency: 'VND',
    timeZone: 'Asia/Ho_Chi_Minh',
    status: 'connected',
    reason: null,
    ...changes,
  };
}

/** Creates a connector whose calls a test replaces. */
export const unreachableLazada = () =>
  createLazadaConnector({ ...lazadaHosts, appKey: '1', appSecret: '1' }, createTestEnvironment());

/** Creates such a connector with these calls for settlements. */
export function lazadaWithSettlements(
  calls: Partial<NonNullable<MarketplaceConnector['settlements']>>,
): MarketplaceConnector {
  const lazada = unreachableLazada();
  if (!lazada.settlements) throw new Error('The connector has no settlements');
  return { ...lazada, settlements: { ...lazada.settlements, ...calls } };
}
