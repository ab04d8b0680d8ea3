import { describe, expect, it } from 'vitest';
import { reauthorizationMessages } from '../../partners/index.ts';
import { linkedShop } from '../testing/linked-shop.ts';
import { describeStream, readProgress, type StreamRow } from './progress.ts';

const now = new Date('2026-11-11T05:00:00Z');
const shop = linkedShop({ shopId: 'shop', name: 'Nhà Nón' });

function minutesAgo(minutes: number): Date {
  return new Date(now.getTime() - minutes * 60_000);
}

function rowOf(row: Partial<StreamRow>): StreamRow {
  return {
    shopId: 'shop',
    stream: 'orders',
    state: 'up_to_date',
    nextRunAt: minutesAgo(-1),
    problem: null,
    problemRetryAt: null,
    rows: 10n,
    expectedRows: 10n,
    isEstimate: false,
    progress: 1,
    lastSucceededAt: minutesAgo(1),
    currentAt: minutesAgo(1),
    plannedAt: minutesAgo(100),
    firstOrderAt: minutesAgo(9000),
    frontier: minutesAgo(9000),
    backfilledAt: minutesAgo(50),
    hintedAt: null,
    quiet: 0,
    openTo: null,
    unreadable: 0,
    unreadableIds: null,
    ...row,
  };
}

/** Returns the progress that a seller sees for a stream with this row. */
function shown(
  row: Partial<StreamRow>,
  status: 'connected' | 'disconnected' | 'needs_reauthorization' = 'connected',
  reason: 'ended' | null = null,
) {
  return describeStream('orders', rowOf(row), { ...shop, status, reason }, 'en', now);
}

describe('a shop whose orders are synced', () => {
  const tell = async (settlements: Partial<StreamRow>, orders: Partial<StreamRow> = {}) => {
    const rows: unknown[] = [
      rowOf({ stream: 'shop' }),
      rowOf({ stream: 'orders', ...orders }),
      rowOf({ stream: 'products' }),
      rowOf({ stream: 'returns' }),
      rowOf({ stream: 'settlements', ...settlements }),
    ].map((row) => ({ ...row, shop_id: shop.shopId }));
    const database = { tenantRead: async <Row>() => rows.map((row): Row => Object(row)) };
    return readProgress(
      database,
      'tenant',
      [{ ...shop, status: 'connected', reason: null }],
      'en',
      now,
    );
  };

  it('is up to date while its settlements are syncing, with their own progress', async () => {
    const data = await tell({ state: 'syncing', progress: 0.3, backfilledAt: null });
    expect(data).toMatchObject({ synced: true, shops: [{ state: 'up_to_date' }] });
    expect(data.shops[0]?.streams.at(-1)).toMatchObject({ state: 'syncing', progress: 0.3 });
  });

  it.each([
    [0n, false],
    [1n, true],
  ])('has data with %d orders: %s, whatever else was synced', async (rows, hasData) => {
    expect(await tell({}, { rows })).toMatchObject({ hasData });
  });

  it('says from when on its orders, returns and settlements are complete', async () => {
    const data = await tell({});
    const complete = data.shops[0]?.streams.map(({ stream, completeFrom }) => [
      stream,
      completeFrom !== null,
    ]);
    expect(complete).toEqual([
      ['shop', false],
      ['orders', true],
      ['products', false],
      ['returns', true],
      ['settlements', true],
    ]);
  });

  it('needs the seller when its settlements do', async () => {
    const data = await tell({ state: 'needs_you', problem: 'partner_refused' });
    expect(data).toMatchObject({ synced: true, shops: [{ state: 'needs_you' }] });
  });
});

describe('the state of a stream', () => {
  it('is up to date until the next sync is due', () => {
    expect(shown({})).toMatchObject({ state: 'up_to_date', problem: null });
  });

  it('reports rejected items with their ids as missing from the report', () => {
    const unreadable = { unreadable: 5, unreadableIds: ['7', '8', '9'] };
    const { state, problem } = shown(unreadable);
    expect(state).toBe('up_to_date');
    expect(problem).toMatchObject({ code: 'unreadable_rows', retryAt: null });
    expect(problem?.message).toContain('5 items');
    expect(problem?.message).toContain('7, 8, 9, …');
    // A problem that stops the sync has precedence.
    expect(shown({ ...unreadable, problem: 'partner_protocol' }).problem?.code).toBe(
      'partner_protocol',
    );
  });

  it('is late when no worker has synced it for long after it was due', () => {
    expect(shown({ nextRunAt: minutesAgo(14) })).toMatchObject({ state: 'up_to_date' });
    expect(shown({ nextRunAt: minutesAgo(16) })).toMatchObject({ state: 'late' });
  });

  it('is late when it keeps failing, although it is always postponed', () => {
    const failing = { problem: 'partner_unavailable', problemRetryAt: minutesAgo(-3) };
    expect(shown({ ...failing, lastSucceededAt: minutesAgo(10) })).toMatchObject({
      state: 'up_to_date',
      problem: { code: 'partner_unavailable', retryAt: minutesAgo(-3).toISOString() },
    });
    expect(shown({ ...failing, lastSucceededAt: minutesAgo(30) })).toMatchObject({
      state: 'late',
    });
  });

  it('follows the shop: disconnected is paused, a revoked consent needs the seller', () => {
    expect(shown({}, 'disconnected')).toMatchObject({ state: 'paused' });
    expect(shown({}, 'needs_reauthorization')).toMatchObject({ state: 'needs_you' });
  });

  it('explains why the consent is gone', () => {
    expect(shown({}, 'needs_reauthorization', 'ended').problem).toEqual({
      code: 'partner_needs_reauthorization',
      message: reauthorizationMessages.ended.en,
      retryAt: null,
    });
  });

  it('is complete from the newest gap on', () => {
    const filling = { backfilledAt: null, frontier: minutesAgo(500), openTo: minutesAgo(300) };
    expect(shown(filling)).toMatchObject({ completeFrom: minutesAgo(300).toISOString() });
    expect(shown({ ...filling, openTo: null })).toMatchObject({
      completeFrom: minutesAgo(500).toISOString(),
    });
    expect(shown({ ...filling, currentAt: null })).toMatchObject({ completeFrom: null });
    expect(shown({})).toMatchObject({ completeFrom: minutesAgo(9000).toISOString() });
  });
});

describe('the updates of a shop', () => {
  it('come by polling every two minutes without pushes', () => {
    expect(shown({}).updates).toEqual({ live: false, everyMinutes: 2, hintedAt: null });
  });

  it('are live where pushes announced every change, with rare polling to make sure', () => {
    const pushedAt = minutesAgo(3);
    expect(shown({ hintedAt: pushedAt, quiet: 2 }).updates).toEqual({
      live: true,
      everyMinutes: 8,
      hintedAt: pushedAt.toISOString(),
    });
  });

  it('are not stated before the backfill is done', () => {
    expect(shown({ backfilledAt: null }).updates).toBeUndefined();
  });
});
