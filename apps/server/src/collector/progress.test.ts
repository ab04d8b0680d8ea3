import { describe, expect, it } from 'vitest';
import { reauthorizationWords } from '../partners/index.ts';
import { describeStream, type StreamRow } from './progress.ts';

const now = new Date('2026-11-11T05:00:00Z');
const shop = {
  shopId: 'shop',
  platform: 'LAZADA',
  name: 'Nhà Nón',
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  status: 'connected',
  reason: null,
} as const;

function minutesAgo(minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000);
}

/** The state that a seller is shown for one stream in this condition. */
function shown(
  row: Partial<StreamRow>,
  status: 'connected' | 'disconnected' | 'needs_reauthorization' = 'connected',
  reason: 'ended' | null = null,
) {
  const stored: StreamRow = {
    shop_id: 'shop',
    stream: 'orders',
    state: 'up_to_date',
    next_run_at: minutesAgo(-1),
    problem: null,
    problem_retry_at: null,
    rows: 10n,
    expected_rows: 10n,
    progress: 1,
    last_succeeded_at: minutesAgo(1),
    current_at: minutesAgo(1),
    planned_at: minutesAgo(100),
    first_order_at: minutesAgo(9000),
    frontier: minutesAgo(9000),
    backfilled_at: minutesAgo(50),
    open_to: null,
    ...row,
  };
  return describeStream('orders', stored, { ...shop, status, reason }, 'en', now);
}

describe('the state of a stream', () => {
  it('is up to date while the next reading is still to come', () => {
    expect(shown({})).toMatchObject({ state: 'up_to_date', problem: null });
  });

  it('is late when nobody has read it for long after it was due', () => {
    expect(shown({ next_run_at: minutesAgo(14) })).toMatchObject({ state: 'up_to_date' });
    expect(shown({ next_run_at: minutesAgo(16) })).toMatchObject({ state: 'late' });
  });

  it('is late when it keeps failing, although it is always postponed', () => {
    const failing = { problem: 'partner_unavailable', problem_retry_at: minutesAgo(-3) };
    expect(shown({ ...failing, last_succeeded_at: minutesAgo(10) })).toMatchObject({
      state: 'up_to_date',
      problem: { code: 'partner_unavailable', retryAt: minutesAgo(-3).toISOString() },
    });
    expect(shown({ ...failing, last_succeeded_at: minutesAgo(30) })).toMatchObject({
      state: 'late',
    });
  });

  it('follows the shop: disconnected is paused, a lost permission needs the seller', () => {
    expect(shown({}, 'disconnected')).toMatchObject({ state: 'paused' });
    expect(shown({}, 'needs_reauthorization')).toMatchObject({ state: 'needs_you' });
  });

  it('says why the permission is gone in the words of whoever holds it', () => {
    expect(shown({}, 'needs_reauthorization', 'ended').problem).toEqual({
      code: 'partner_needs_reauthorization',
      message: reauthorizationWords.ended.en,
      retryAt: null,
    });
  });

  it('is complete from the newest gap on', () => {
    const filling = { backfilled_at: null, frontier: minutesAgo(500), open_to: minutesAgo(300) };
    expect(shown(filling)).toMatchObject({ completeFrom: minutesAgo(300).toISOString() });
    expect(shown({ ...filling, open_to: null })).toMatchObject({
      completeFrom: minutesAgo(500).toISOString(),
    });
    expect(shown({ ...filling, current_at: null })).toMatchObject({ completeFrom: null });
    expect(shown({})).toMatchObject({ completeFrom: minutesAgo(9000).toISOString() });
  });
});
