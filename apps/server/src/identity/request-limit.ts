import { networkOf } from './attempt-limits.ts';

const rememberedNetworks = 10_000;

/**
 * A count per address and minute in this process: it keeps a flood from the database, where a limit on guessing
 * has to be exact and lives in the database itself.
 * @returns seconds to wait, or 0 when the request may go on.
 */
export function createRequestLimit(perMinute: number) {
  const windows = new Map<string, { count: number; endsAt: number }>();
  return (address: string, now = Date.now()): number => {
    const network = networkOf(address);
    let window = windows.get(network);
    if (!window || window.endsAt <= now) {
      if (windows.size >= rememberedNetworks) windows.clear();
      window = { count: 0, endsAt: now + 60_000 };
      windows.set(network, window);
    }
    window.count += 1;
    return window.count <= perMinute ? 0 : Math.ceil((window.endsAt - now) / 1000);
  };
}
