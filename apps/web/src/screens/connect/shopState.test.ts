import type { Shop, ShopProgress, StreamProgress, SyncState } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { nextRunOf, problemOf, rowsOf, stateOfShop } from './shopState.ts';

const shop = (status: Shop['status']): Shop => ({
  id: '00000000-0000-4000-8000-000000000001',
  platform: 'LAZADA',
  externalShopId: '1001',
  name: 'Hoa Mai',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  status,
  linkedAt: '2026-11-01T00:00:00Z',
  lastSynchronisedAt: null,
  permissionEndsAt: null,
  reauthorization: null,
});

const stream = (more: Partial<StreamProgress>): StreamProgress => ({
  stream: 'orders',
  state: 'up_to_date',
  progress: 1,
  rows: 0,
  expectedRows: null,
  completeFrom: null,
  lastSucceededAt: null,
  nextRunAt: null,
  problem: null,
  ...more,
});

const progress = (state: SyncState, streams: StreamProgress[]): ShopProgress => ({
  shopId: shop('connected').id,
  platform: 'LAZADA',
  name: 'Hoa Mai',
  state,
  streams,
});

describe('the state of a linked shop', () => {
  it.each([
    ['disconnected', 'syncing', 'paused'],
    ['needs_reauthorization', 'up_to_date', 'needs_you'],
    ['connected', 'late', 'late'],
  ] as const)('a %s shop whose data is %s is %s', (status, state, word) => {
    expect(stateOfShop(shop(status), progress(state, []))).toBe(word);
  });

  it('waits while nothing is known of its data', () => {
    expect(stateOfShop(shop('connected'), undefined)).toBe('waiting');
  });

  it('sums what was read and names the next run and the problem', () => {
    const problem = { code: 'throttled', message: 'Chậm lại', retryAt: null };
    const some = progress('syncing', [
      stream({ rows: 5, nextRunAt: '2026-11-02T00:00:00Z' }),
      stream({ rows: 7, nextRunAt: '2026-11-01T00:00:00Z', problem }),
    ]);
    expect(rowsOf(some)).toBe(12);
    const before = Date.parse('2026-10-31T00:00:00Z');
    expect(nextRunOf(some, before)).toBe('2026-11-01T00:00:00Z');
    expect(nextRunOf(some, Date.parse('2026-11-01T00:00:01Z'))).toBeNull();
    expect(problemOf(some)).toBe(problem);
    expect(nextRunOf(undefined)).toBeNull();
  });
});
