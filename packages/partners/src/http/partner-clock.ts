import type { ConnectorEnvironment } from '../connector/connector.ts';

/** Tracks a partner's clock by the `Date` header of its HTTP responses. */
export class PartnerClock {
  #lagMs: number | null = null;

  /**
   * How far the partner's clock is behind ours in milliseconds, by its latest response; negative when it is ahead, null
   * before the first response.
   */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** Returns the same environment with a `fetch` that records the date of every response. */
  listening(environment: ConnectorEnvironment): ConnectorEnvironment {
    return {
      ...environment,
      fetch: async (input, init) => {
        const answer = await environment.fetch(input, init);
        const dateHeader = answer.headers.get('date') ?? '';
        const time = dateHeader.endsWith('GMT') ? Date.parse(dateHeader) : Number.NaN;
        if (!Number.isNaN(time)) this.#lagMs = environment.clock().getTime() - time;
        return answer;
      },
    };
  }
}
