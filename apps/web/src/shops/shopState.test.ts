import type { Shop, ShopProgress, StreamProgress, SyncState } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { streamProgress } from '../testing/streamProgress.ts';
import { expiresSoonAt, nextRunOf, firstProblem, countRows, shopSyncState } from './shopState.ts';

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
  lastSyncedAt: null,
  permissionEndsAt: null,
  reauthorization: null,
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
  ] as const)('of a %s shop whose data is %s is %s', (status, state, word) => {
    expect(shopSyncState(shop(status), progress(state, []))).toBe(word);
  });

  it('is waiting if its progress is unknown', () => {
    expect(shopSyncState(shop('connected'), undefined)).toBe('waiting');
    // Unknown progress differs from no progress.
    expect(shopSyncState(shop('connected'), null)).toBeNull();
  });

  it('has the sum of rows, the next run and the problem of its streams', () => {
    const problem = { code: 'throttled', message: 'Chậm lại', retryAt: null };
    const some = progress('syncing', [
      streamProgress({ rows: 5, nextRunAt: '2026-11-02T00:00:00Z' }),
      streamProgress({ rows: 7, nextRunAt: '2026-11-01T00:00:00Z', problem }),
    ]);
    expect(countRows(some)).toBe(12);
    const before = Date.parse('2026-10-31T00:00:00Z');
    expect(nextRunOf(some, before)).toBe('2026-11-01T00:00:00Z');
    expect(nextRunOf(some, Date.parse('2026-11-01T00:00:01Z'))).toBeNull();
    expect(firstProblem(some)).toBe(problem);
    expect(nextRunOf(undefined)).toBeNull();
  });
});

describe('a consent that expires', () => {
  const now = Date.parse('2026-11-22T00:00:00Z');
  const ending = (permissionEndsAt: string | null, status: Shop['status'] = 'connected') =>
    expiresSoonAt({ ...shop(status), permissionEndsAt }, now);

  it('is announced a week ahead, and neither before nor after its expiry', () => {
    expect(ending('2026-11-29T00:00:00Z')).toBe('2026-11-29T00:00:00Z');
    expect(ending('2026-11-22T05:00:00Z')).toBe('2026-11-22T05:00:00Z');
    expect(ending('2026-11-29T00:00:01Z')).toBeNull();
    expect(ending('2026-11-21T23:59:59Z')).toBeNull();
    expect(ending(null)).toBeNull();
    expect(ending('2026-11-23T00:00:00Z', 'disconnected')).toBeNull();
  });
});
