import { newId } from '../../platform/ids.ts';
import type { LeasedStream } from '../leases/stream-store.ts';

/** Returns a stream under its first lease, with nothing synced, and with `changes` applied. */
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
