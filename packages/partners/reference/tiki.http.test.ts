import type { Sandbox } from '../src/testing/sandbox.ts';
import { createTikiConnector } from '../src/tiki/connector.ts';
import type { HostileResponse } from './hostile-responses.ts';
import { describeMarketplace } from './marketplace-suite.ts';
import { toEventRow, toResult } from './scenarios.ts';

/** The hours pass only once, however often the queue is read. */
let passed: Promise<unknown> | undefined;

/** Lets a few hours pass, so that the queue has events. It comes last: later responses would differ. */
function passHours(sandbox: Sandbox): Promise<unknown> {
  return sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 6 * 3600 });
}

const inErrors = (what: string, status: number): HostileResponse => ({
  what,
  status,
  text: JSON.stringify({ errors: [what] }),
  contentType: 'application/json',
  row: null,
});

describeMarketplace({
  reference: 'tiki',
  platform: 'TIKI',
  shopId: '231907',
  now: '2026-11-12T05:00:00.000Z',
  window: {
    field: 'updated',
    from: new Date('2026-11-01T00:00:00Z'),
    to: new Date('2026-11-12T05:00:01Z'),
  },
  connect: ({ tiki }, environment) => createTikiConnector(tiki, environment),
  moreScenarios: (access, sandbox) => ({
    events: async ({ events }) => {
      if (!events) throw new Error('Tiki has a queue of events');
      const code = await events.open('reference');
      await events.subscribe(access, code);
      await events.open('reference');
      await (passed ??= passHours(sandbox));
      const { events: pulled } = await events.pull(code, null);
      return toResult(pulled.map(toEventRow), []);
    },
  }),
  volatile: ['code', 'refresh_token', 'client_secret'],
  sign: (_sandbox, { url }, { query, body }) => {
    const encoded = query
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    return { url: `${url.origin}${url.pathname}?${encoded}`, body };
  },
  isError: (status) => status >= 400,
  hostileAnswers: [
    inErrors('a refusal', 400),
    inErrors('a refusal with status 200', 200),
    inErrors('an ended token', 401),
    inErrors('a missing scope', 403),
    inErrors('too many calls', 429),
    inErrors('maintenance', 503),
  ],
  indistinguishable: Object.fromEntries(
    ['id', 'sid', 'type'].flatMap((field) =>
      ['absent', 'null'].map((what) => [
        `pullEvents: events.5.${field}: ${what}`,
        'an event is a hint; the next sync of changes finds what it was about',
      ]),
    ),
  ),
});
