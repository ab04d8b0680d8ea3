import { createTikTokConnector } from '../src/tiktok/connector.ts';
import { createTikTokPushReader } from '../src/tiktok/push.ts';
import { sign } from '../src/tiktok/protocol/client.ts';
import type { HostileResponse } from './hostile-responses.ts';
import { describeMarketplace } from './marketplace-suite.ts';

/** Returns an error in the platform's format; the code counts regardless of the status. */
const fault = (code: number, message: string, status = 200): HostileResponse => ({
  what: `the error ${code} with status ${status}`,
  status,
  text: JSON.stringify({ code, message, request_id: '2026112105000001', data: null }),
  contentType: 'application/json',
  row: null,
});

describeMarketplace({
  reference: 'tiktok',
  platform: 'TIKTOK',
  shopId: '7494283117642441603',
  now: '2026-11-12T05:00:00.000Z',
  window: {
    field: 'updated',
    from: new Date('2026-10-20T00:00:00Z'),
    to: new Date('2026-11-12T05:00:01Z'),
  },
  connect: ({ tiktok }, environment) => createTikTokConnector(tiktok, environment),
  // Token calls are not signed; codes and refresh tokens are single-use.
  volatile: ['app_key', 'app_secret', 'timestamp', 'sign', 'auth_code', 'refresh_token'],
  sign: ({ tiktok }, { url, method }, { query, body }) => {
    const { sign: _, ...parameters } = Object.fromEntries(query);
    const isSigned = url.searchParams.has('sign');
    const path = url.pathname;
    const given = { path, parameters, body: body ?? '' };
    const signed = isSigned ? { ...parameters, sign: sign(given, tiktok.appSecret) } : parameters;
    const address = `${url.origin}${path}?${new URLSearchParams(signed).toString()}`;
    return { url: address, body: method === 'GET' ? null : body };
  },
  isError: (status, answer) => status >= 400 || !/"code":\s*0\b/.test(answer),
  values: {
    uninterpreted: {
      'getUnsettledTransactions: data.transactions.[].type':
        'an estimate is one amount, whatever it is for',
    },
    flagged: { 'PaymentStatus: FAILED': 'whoever looks at the statement should know' },
  },
  pushes: {
    reader: ({ tiktok }) => createTikTokPushReader(tiktok),
    unsent: {
      '4': 'a change of the order’s status tells of its package too',
      '5': 'the sandbox pushes no changes of products',
      '7': 'nobody needs the warning: tokens are refreshed by their lifetime',
      '11': 'a cancellation changes its order, which is pushed',
      '15': 'the sandbox pushes no changes of products',
      '16': 'the sandbox pushes no changes of products',
    },
    withdrawal: '6',
  },
  hostileAnswers: [
    fault(105_002, 'access token is expired, please refresh it'),
    fault(105_005, 'you should apply auth pkg for this api', 401),
    fault(36_009_014, 'the api version is not available', 400),
    fault(36_009_002, 'too many requests', 429),
    fault(36_009_003, 'internal error', 500),
    fault(99_999_999, 'a new code'),
  ],
  indistinguishable: {
    ...Object.fromEntries(
      ['absent', 'null', 'an empty list'].map((what) => [
        `getStatements: data.statements: ${what}`,
        'the last page may be empty',
      ]),
    ),
    'getStatements: data.next_page_token: absent': 'a page without a token is the last one',
    'getStatements: data.next_page_token: null': 'a page without a token is the last one',
  },
});
