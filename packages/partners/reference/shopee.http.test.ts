import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { vi } from 'vitest';
import { createShopeeConnector } from '../src/shopee/connector.ts';
import { createShopeePushReader } from '../src/shopee/push.ts';
import { ignoredWalletTypes } from '../src/shopee/money/fee-table.ts';
import { sign } from '../src/shopee/protocol/client.ts';
import { injectFault } from '../src/testing/faults.ts';
import type { Sandbox } from '../src/testing/sandbox.ts';
import type { HostileResponse } from './hostile-responses.ts';
import { describeMarketplace } from './marketplace-suite.ts';
import { toEventRow, toResult } from './scenarios.ts';

const shopId = '310391241';
const now = '2026-11-12T05:00:00.000Z';

/** Undelivered pushes of a few days; lost only once, however often they are pulled. */
let lost: Promise<void> | undefined;

const Counts = Type.Object({
  platforms: Type.Object({ SHOPEE: Type.Object({ lost: Type.Integer() }) }),
});

async function losePushes(sandbox: Sandbox): Promise<void> {
  await sandbox.control('PUT', '/_sandbox/push', { SHOPEE: 'http://127.0.0.1:9/push' });
  await injectFault(sandbox, 'SHOPEE', { kind: 'push_lost' });
  await sandbox.control('PUT', '/_sandbox/clock', { advanceSeconds: 3 * 86_400 });
  await vi.waitFor(
    async () => {
      const { platforms } = Value.Parse(Counts, await sandbox.control('GET', '/_sandbox/push'));
      if (platforms.SHOPEE.lost < 2) throw new Error('No two pushes are lost yet.');
    },
    { timeout: 60_000 },
  );
  await injectFault(sandbox, 'SHOPEE');
  await sandbox.control('PUT', '/_sandbox/clock', { now });
}

const refusal = (
  what: string,
  status: number,
  error: string,
  message: string,
): HostileResponse => ({
  what,
  status,
  text: JSON.stringify({ error, message, request_id: 'f'.repeat(32) }),
  contentType: 'application/json',
  row: null,
});

/** Why rows may be lost without a flag. */
const isCounted = 'what is not known is left out; the total of the list tells that it is missing';
const isEmpty = 'null stands for an empty list';
const isHint = 'a push is a hint; the next sync of changes finds what it was about';

describeMarketplace({
  reference: 'shopee',
  platform: 'SHOPEE',
  shopId,
  now,
  window: {
    field: 'updated',
    from: new Date('2026-11-01T00:00:00Z'),
    to: new Date('2026-11-12T05:00:01Z'),
  },
  connect: ({ shopee }, environment) => createShopeeConnector(shopee, environment),
  // The connector uses the sandbox's clock, but the sandbox compares timestamps with the system clock.
  options: { timestampToleranceSeconds: 4_000_000_000 },
  exchangeExtras: { shop_id: shopId },
  moreScenarios: (access, sandbox) => ({
    events: async ({ events }) => {
      if (!events) throw new Error('Shopee has a queue of events');
      const code = await events.open('reference');
      await (lost ??= losePushes(sandbox));
      const { events: pulled, ackId } = await events.pull(code, null);
      await events.pull(code, ackId ?? '1');
      return toResult(pulled.map(toEventRow), []);
    },
  }),
  volatile: ['partner_id', 'timestamp', 'sign', 'access_token', 'code', 'refresh_token'],
  sign: ({ shopee }, { url }, { query, body }) => {
    const { partnerId, partnerKey } = shopee;
    const given = new URLSearchParams(
      query.map(([name, value]): [string, string] => [name, value]),
    );
    const timestamp = String(Math.floor(Date.now() / 1000));
    const accessToken = given.get('access_token');
    const signed =
      accessToken === null ? null : { accessToken, shopId: given.get('shop_id') ?? '' };
    given.set('timestamp', timestamp);
    given.set('sign', sign({ partnerId, path: url.pathname, timestamp, signed }, partnerKey));
    return { url: `${url.origin}${url.pathname}?${given.toString()}`, body };
  },
  isError: (status, answer) =>
    status !== 200 || (/"error":\s*"([^"]*)"/.exec(answer)?.[1] ?? '') !== '',
  values: {
    uninterpreted: {
      'order.get_order_list: response.order_list.[].order_status': 'the order’s detail says it',
      'order.get_order_detail: response.order_list.[].recipient_address.region':
        'the shop’s region counts',
      'product.get_item_list: response.item.[].item_status': 'the item’s information says it',
    },
    leftOut: {
      ...Object.fromEntries(
        [...ignoredWalletTypes].map((type) => [
          `WalletTransactionType: ${type}`,
          'the release of the order contains it, or nothing is earned or spent',
        ]),
      ),
      'WalletTransactionStatus: FAILED': 'nothing was booked',
      'WalletTransactionStatus: PENDING': 'nothing is booked yet',
      'WalletTransactionStatus: INITIAL': 'nothing is booked yet',
    },
  },
  pushes: {
    reader: ({ shopee }, callbackUrl) =>
      createShopeePushReader({ pushKey: shopee.partnerKey, callbackUrl, acceptBodyOnly: false }),
    unsent: {
      '1': 'the application gets the consent itself, by its redirect',
      '4': 'a change of the order’s status tells of its parcel too',
      '8': 'the sandbox pushes no changes of items',
      '12': 'nobody needs the warning: tokens are refreshed by their lifetime',
      '22': 'the sandbox pushes no changes of items',
      '30': 'a change of the order’s status tells of its parcel too',
    },
    withdrawal: '2',
  },
  hostileAnswers: [
    refusal('a wrong parameter', 200, 'error_param', 'parameter invalid'),
    refusal('an unknown order', 200, 'common.error_not_found', 'order income not found'),
    refusal('a failing server', 200, 'error_server', 'Something wrong. Please try later.'),
    refusal('an ended token', 403, 'invalid_acceess_token', 'Invalid access_token'),
    refusal('a missing right', 403, 'error_auth', 'No permission to current api.'),
    refusal('a passing fault of the gateway', 403, 'error_auth', 'System error, try again later.'),
    refusal('too many calls', 200, 'error_rate_limit', 'Too many requests.'),
    refusal('a code that is new', 200, 'error_of_next_year', 'Something else.'),
  ],
  indistinguishable: {
    'order.get_order_list: response.order_list: null': isEmpty,
    'order.get_order_detail: response.order_list: null': isCounted,
    'order.get_order_detail: an unknown order': isCounted,
    'product.get_item_list: response.item: null': isCounted,
    'product.get_item_base_info: response.item_list: null': isCounted,
    'product.get_item_base_info: an unknown order': isCounted,
    'returns.get_return_list: response.return: null': isEmpty,
    'payment.get_escrow_list: response.escrow_list: null': isEmpty,
    'payment.get_wallet_transaction_list: response.transaction_list: null': isEmpty,
    'push.get_lost_push_message: response.push_message_list: an empty list': isHint,
    'push.get_lost_push_message: response.push_message_list.0.data: null': isHint,
  },
});
