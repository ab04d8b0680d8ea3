import { setTimeout as delay } from 'node:timers/promises';
import { CallFailed, type RemoteSeller } from '../rolling/remote-seller.ts';

export interface ApiMonitor {
  /** Returns the answers that neither an outage of the database nor a kill explains. */
  wrong(): string[];
  /** Returns how often the API reported that its database is unavailable. */
  unavailable(): number;
  /** Returns the number of calls that were answered. */
  answered(): number;
  stop(): Promise<void>;
}

/**
 * Calls the API continuously. It must respond with 200, or with 503 and `database_unavailable`.
 * @param kills returns how often the API was killed or came back; calls meanwhile may have no answer
 */
export function monitorApi(seller: RemoteSeller, kills: () => number): ApiMonitor {
  const over = new AbortController();
  const wrong = new Set<string>();
  let unavailable = 0;
  let answered = 0;
  const isExplained = (error: unknown, before: number) => {
    if (!(error instanceof CallFailed)) return false;
    if (error.status === null) return before % 2 === 1 || kills() > before;
    return error.status === 503 && error.message.includes('"database_unavailable"');
  };
  const watching = (async () => {
    while (!over.signal.aborted) {
      const before = kills();
      try {
        await seller.call('GET', '/partner/check_synced_data');
        answered += 1;
      } catch (error) {
        if (!isExplained(error, before)) wrong.add(String(error));
        else if (error instanceof CallFailed && error.status !== null) unavailable += 1;
      }
      await delay(250);
    }
  })();
  return {
    wrong: () => [...wrong],
    unavailable: () => unavailable,
    answered: () => answered,
    async stop() {
      over.abort();
      await watching;
    },
  };
}
