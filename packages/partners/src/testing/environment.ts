import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectorEnvironment } from '../connector/connector.ts';

interface WaitOptions {
  /** Waits of at least this many milliseconds are real, for bans that the sandbox counts down. None by default. */
  readonly realFromMs?: number;
  /** Divisor of the other waits. */
  readonly shortenedBy?: number;
}

/** Creates the environment of a connector under test: real calls, no rate limits, shortened waits. */
export function createTestEnvironment(
  { realFromMs = Infinity, shortenedBy = 20 }: WaitOptions = {},
  changes: Partial<ConnectorEnvironment> = {},
): ConnectorEnvironment {
  return {
    fetch,
    clock: () => new Date(),
    log: { debug: () => undefined, warn: () => undefined },
    beforeCall: async () => undefined,
    onThrottled: async () => undefined,
    timeoutMs: 5000,
    sleep: async (ms, signal) => {
      const wait = ms >= realFromMs ? ms : ms / shortenedBy;
      await delay(wait, undefined, signal ? { signal } : {});
    },
    random: () => 0.5,
    ...changes,
  };
}
