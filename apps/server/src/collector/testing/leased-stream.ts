import { newId } from '../../platform/ids.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** A stream that a worker holds for the first time, of which nothing is read, with what a test says of it. */
export function leasedStream(changes: Partial<LeasedStream> = {}): LeasedStream {
  return {
    tenantId: newId(),
    shopId: newId(),
    stream: 'orders',
    fencingToken: 1n,
    claimedAt: new Date(0),
    failures: 0,
    rows: 0n,
    expectedRows: null,
    isEstimate: false,
    progress: null,
    checkpoint: null,
    plannedAt: null,
    firstOrderAt: null,
    frontier: null,
    windowMs: null,
    watermark: null,
    recountedAt: null,
    currentAt: null,
    backfilledAt: null,
    hintedAt: null,
    quiet: 0,
    ...changes,
  };
}
