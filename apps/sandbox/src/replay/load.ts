/** Reads the replayed files into shops. */
import type { ReplayRequest } from '../settings.ts';
import type { Storefront } from '../world/order.ts';
import type { ReplayReport } from './report.ts';

export interface Replayed {
  readonly shops: readonly Storefront[];
  readonly reports: readonly ReplayReport[];
}

export async function loadReplays(requests: readonly ReplayRequest[]): Promise<Replayed> {
  return { shops: [], reports: [] };
}
