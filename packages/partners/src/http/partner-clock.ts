import type { ConnectorEnvironment } from '../connector/connector.ts';

/** What a partner's answers say of its clock: every HTTP answer carries the time at which it was given. */
export class PartnerClock {
  #lagMs: number | null = null;

  /** How far the partner is behind us, by its newest answer; negative when it is ahead, null before it has said. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** The same environment, with the date of every answer listened to. */
  listening(environment: ConnectorEnvironment): ConnectorEnvironment {
    return {
      ...environment,
      fetch: async (input, init) => {
        const answer = await environment.fetch(input, init);
        const said = answer.headers.get('date') ?? '';
        const time = said.endsWith('GMT') ? Date.parse(said) : Number.NaN;
        if (!Number.isNaN(time)) this.#lagMs = environment.clock().getTime() - time;
        return answer;
      },
    };
  }
}
