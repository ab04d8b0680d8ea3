import { describe, expect, it } from 'vitest';
import { updateProgress } from './commit-pages.ts';
import type { LeasedStream } from '../leases/stream-store.ts';
import { leasedStream } from '../testing/leased-stream.ts';

const leased = leasedStream({
  tenantId: 'tenant',
  shopId: 'shop',
  expectedRows: 100n,
  plannedAt: new Date(0),
  firstOrderAt: new Date(0),
});

function after(change: Partial<LeasedStream>): LeasedStream {
  const next = { ...leased, ...change };
  updateProgress(next);
  return next;
}

describe('the progress of a backfill', () => {
  it('is the share of the expected rows, and complete only when all windows are proven', () => {
    expect(after({ rows: 40n })).toMatchObject({ progress: 0.4, expectedRows: 100n });
    expect(after({ rows: 100n })).toMatchObject({ progress: 0.99 });
    expect(after({ rows: 100n, backfilledAt: new Date(1) })).toMatchObject({ progress: 1 });
  });

  it('never decreases; more rows than expected raise the expectation', () => {
    expect(after({ rows: 40n, progress: 0.5 })).toMatchObject({ progress: 0.5 });
    expect(after({ rows: 120n })).toMatchObject({ progress: 0.99, expectedRows: 120n });
  });

  it('replaces an estimate by the actual number of rows', () => {
    const estimated = { rows: 80n, isEstimate: true };
    expect(after(estimated)).toMatchObject({ progress: 0.8, expectedRows: 100n, isEstimate: true });
    expect(after({ ...estimated, backfilledAt: new Date(1) })).toMatchObject({
      progress: 1,
      expectedRows: 80n,
      isEstimate: false,
    });
  });
});
