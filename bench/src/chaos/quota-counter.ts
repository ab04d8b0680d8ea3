import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';

interface CallSummary {
  platform: string;
  path: string;
  shop: string | null;
  total: number;
  failed: number;
  seconds: { second: string; calls: number }[];
}

/** Token calls count for an application, not a shop, although the sandbox records the shop. */
const tokenPath = /token/;

/**
 * Collects the sandbox's call counts by shop and second. The sandbox keeps them for an hour, so call `gather`
 * regularly.
 */
export interface QuotaCounter {
  gather(): Promise<void>;
  /** `over`: seconds in which a shop had more than `allowed` calls; `seconds`: all seconds with calls. */
  over(allowed: number): { over: number; seconds: number; maxPerSecond: number };
  /** All calls so far, and those that the sandbox failed. */
  calls(): { total: number; failed: number };
}

export function createQuotaCounter(sandbox: SandboxProcess): QuotaCounter {
  /** Calls by platform and shop, second, and path. */
  const known = new Map<string, Map<string, Map<string, number>>>();
  let total = 0;
  let failed = 0;
  return {
    async gather() {
      const { items }: { items: CallSummary[] } = Object(
        await sandbox.control('GET', 'calls?per=second'),
      );
      total = items.reduce((sum, each) => sum + each.total, 0);
      failed = items.reduce((sum, each) => sum + each.failed, 0);
      for (const { platform, path, shop, seconds } of items) {
        if (shop === null || tokenPath.test(path)) continue;
        const ofShop = getOrCreate(known, `${platform} ${shop}`, () => new Map());
        for (const { second, calls } of seconds) {
          getOrCreate(ofShop, second, () => new Map<string, number>()).set(path, calls);
        }
      }
    },
    over(allowed) {
      const counts = [...known.values()].flatMap((ofShop) =>
        [...ofShop.values()].map((paths) => [...paths.values()].reduce((sum, each) => sum + each)),
      );
      return {
        over: counts.filter((count) => count > allowed).length,
        seconds: counts.length,
        maxPerSecond: counts.reduce((max, count) => Math.max(max, count), 0),
      };
    },
    calls: () => ({ total, failed }),
  };
}

function getOrCreate<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
