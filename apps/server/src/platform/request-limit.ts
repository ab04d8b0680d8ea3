import { isIPv6 } from 'node:net';

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

/** One household or server holds a whole /64 of IPv6: it counts as one address. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : Array(8 - left.length - right.length).fill('0');
  const groups = [...left, ...middle, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
