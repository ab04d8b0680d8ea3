import type { ConnectorEnvironment, PartnerCall } from '../connector/connector.ts';

/** The time of the environment. */
export const recordingNow = new Date('2026-11-21T00:00:00Z');

/** A response, the failure of a request, or a request that only its signal ends. */
export type WireAnswer =
  | { status?: number; body: string; headers?: Record<string, string> }
  | Error
  | 'hang';

interface SentRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}

/**
 * Creates an environment whose `fetch` returns the given responses in order; the last one repeats. It records what the
 * connector sends, waits for, reports and logs.
 */
export function createRecordingEnvironment(
  answers: readonly WireAnswer[],
  changes: Partial<ConnectorEnvironment>,
) {
  const sent: SentRequest[] = [];
  const waits: number[] = [];
  const calls: PartnerCall[] = [];
  const throttles: Parameters<ConnectorEnvironment['onThrottled']>[1][] = [];
  const logged: string[] = [];
  const record = (details: object, message: string) =>
    logged.push(JSON.stringify([details, message]));
  const environment: ConnectorEnvironment = {
    clock: () => recordingNow,
    log: { debug: record, warn: record },
    beforeCall: async (call) => void calls.push(call),
    onThrottled: async (_call, throttle) => void throttles.push(throttle),
    timeoutMs: 1000,
    sleep: async (ms) => void waits.push(ms),
    random: () => 0.5,
    fetch: async (input, init) => {
      const answer = answers[Math.min(sent.length, answers.length - 1)];
      sent.push({
        url: new URL(input instanceof Request ? input.url : input),
        method: init?.method ?? 'GET',
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? init.body : '',
      });
      if (answer === undefined) throw new Error('no answer was prepared');
      if (answer instanceof Error) throw answer;
      if (answer === 'hang') {
        init?.signal?.throwIfAborted();
        return new Promise((_done, fail) => {
          init?.signal?.addEventListener('abort', () => fail(init.signal?.reason));
        });
      }
      const { status = 200, headers = {} } = answer;
      return new Response(answer.body, { status, headers });
    },
    ...changes,
  };
  return { environment, sent, waits, calls, throttles, logged };
}
