import { createLazadaConnector, lazadaHosts } from '@seller-connect/partners';
import { createTestEnvironment } from '@seller-connect/partners/testing';
import type { LinkedShop } from '../leases/shop-access-provider.ts';

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
