import { createLazadaConnector } from '../src/lazada/connector.ts';
import { createLazadaPushReader } from '../src/lazada/push.ts';
import { sign } from '../src/lazada/protocol/client.ts';
import type { HostileResponse } from './hostile-responses.ts';
import { describeMarketplace } from './marketplace-suite.ts';

/** Returns an error in the gateway's format, with status 200. */
const fault = (code: string, type: string): HostileResponse => ({
  what: `the error ${code}`,
  status: 200,
  text: JSON.stringify({ code, type, message: 'Refused', request_id: '0ba2887315178178017221014' }),
  contentType: 'application/json',
  row: null,
});

describeMarketplace({
  reference: 'lazada',
  platform: 'LAZADA',
  shopId: '200164501',
  now: '2026-11-12T05:00:00.000Z',
  window: {
    field: 'updated',
    from: new Date('2026-11-09T00:00:00Z'),
    to: new Date('2026-11-12T05:00:01Z'),
  },
  connect: ({ lazada }, environment) => createLazadaConnector(lazada, environment),
  volatile: [
    'app_key',
    'timestamp',
    'access_token',
    'sign_method',
    'sign',
    'code',
    'refresh_token',
  ],
  sign: ({ lazada }, { url, method }, { query, body }) => {
    const path = url.pathname.replace(/^\/rest/, '');
    const recorded = method === 'GET' ? query : [...new URLSearchParams(body ?? '')];
    const { sign: _, ...parameters } = Object.fromEntries(recorded);
    const signed = { ...parameters, sign: sign(path, parameters, lazada.appSecret) };
    const encoded = Object.entries(signed)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      .join('&');
    const address = `${url.origin}${url.pathname}`;
    return method === 'GET'
      ? { url: `${address}?${encoded}`, body }
      : { url: address, body: encoded };
  },
  isError: (status, answer) => status >= 400 || !/"code":\s*"0"/.test(answer),
  values: {
    uninterpreted: {
      'getOrders: data.orders.[].statuses.[]': 'each item says its own status',
      'getOrder: data.statuses.[]': 'each item says its own status',
    },
    leftOut: { 'ReverseRequestType: CANCEL': 'a cancellation is no return' },
    flagged: {
      'ReverseStatus: CANCEL_SUCCESS': 'only cancellations have it',
      'ReverseStatus: AGREE_CANCEL_ORDER': 'only cancellations have it',
      'ReverseStatus: REJECT_CANCEL_ORDER': 'only cancellations have it',
    },
  },
  pushes: {
    reader: ({ lazada }) => createLazadaPushReader(lazada),
    unsent: {
      ...Object.fromEntries(
        ['1', '3', '4', '5', '6'].map((type) => [
          type,
          'the sandbox pushes no changes of products',
        ]),
      ),
      '8': 'nobody needs the warning: tokens are refreshed by their lifetime',
      '13': 'shops in the sandbox stay open',
      '14': 'a change of an item’s status tells of its package too',
    },
    withdrawal: null,
  },
  hostileAnswers: [
    fault('IllegalAccessToken', 'ISV'),
    fault('InsufficientPermission', 'ISV'),
    fault('ApiCallLimit', 'ISV'),
    fault('ServiceTimeout', 'ISP'),
    fault('A_NEW_CODE', 'SYSTEM'),
  ],
  indistinguishable: {
    'getOrder: the same page again and again':
      'an order that was not asked for is left out, as one that is unknown',
  },
});
