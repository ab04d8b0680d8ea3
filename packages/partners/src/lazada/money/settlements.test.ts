import { expect, it } from 'vitest';
import { createTestEnvironment } from '../../testing/environment.ts';
import { createLazadaConnector } from '../connector.ts';

const api = 'https://api.example.test';
const access = { accessToken: 't', externalShopId: '1', region: 'VN' };
const window = {
  field: 'created',
  from: new Date('2026-11-01T00:00:00Z'),
  to: new Date('2026-11-02T00:00:00Z'),
} as const;
const row = {
  transaction_date: '01 Nov 2026',
  transaction_number: 'VN1-AB',
  fee_type: '3',
  amount: '-1000.00',
};

/** Reads the first page of transactions. */
async function readTransactions(data: readonly object[]) {
  const { settlements } = createLazadaConnector(
    { appKey: 'k', appSecret: 's', authorizeUrl: api, authApi: api, apiFor: () => api },
    createTestEnvironment(
      { shortenedBy: 1000 },
      {
        fetch: async (input) => {
          const isPayouts = new Request(input).url.includes('/payout/');
          return Response.json({ code: '0', data: isPayouts ? [] : data });
        },
      },
    ),
  );
  return settlements?.readSettlements(access, window, null);
}

it('rejects a transaction whose number, fee and item another one has', async () => {
  const page = await readTransactions([row, { ...row }, { ...row, amount: '-2000.00' }]);
  expect(page?.settlements.map(({ canonical }) => canonical.lines[0]?.amountE4)).toEqual([
    -10_000_000n,
  ]);
  expect(page?.rejects).toMatchObject([{ raw: { externalId: 'VN1-AB:3:' } }]);
  expect(page?.rejects[0]?.raw.payload.toString()).toContain('-2000.00');
});

it('rejects a transaction without a number if another one is the same', async () => {
  const { transaction_number: _, ...unnumbered } = row;
  const page = await readTransactions([unnumbered, { ...unnumbered, amount: '-2.00' }, unnumbered]);
  expect(page?.settlements).toHaveLength(2);
  expect(page?.rejects).toHaveLength(1);
});
