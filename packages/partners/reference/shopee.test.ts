import { describe, expect, it } from 'vitest';
import { composeElement } from '../src/parsing/lossless-json.ts';
import { isUnknownOrderError, toPartnerError } from '../src/shopee/protocol/errors.ts';
import {
  affiliateParts,
  incomeParts,
  ignoredWalletTypes,
  walletTable,
} from '../src/shopee/money/fee-table.ts';
import { listedStatuses } from '../src/shopee/products.ts';
import { findRegion } from '../src/shopee/protocol/regions.ts';
import { parsePush } from '../src/shopee/push.ts';
import { caseItem, deriveReturn } from '../src/shopee/returns/return-mapping.ts';
import {
  deriveSettlement,
  toMovementItem,
  toReleaseItem,
} from '../src/shopee/money/settlement-mapping.ts';
import { parseCancelledBy, parseParcel, parseStage } from '../src/shopee/orders/order-mapping.ts';
import { documentedValues, loadDocument } from './reference-document.ts';
import { errorKindsFor } from './meanings.ts';

const document = loadDocument('shopee');
const { errors, operations } = document;
const valuesOf = (name: string) => documentedValues(document, name);

describe('every documented value of Shopee', () => {
  it.each(valuesOf('OrderStatus'))('maps the order status %s', (status) => {
    expect(parseStage({ status, cancelReason: '', parcels: [] })).not.toBe('unknown');
  });

  it.each(valuesOf('LogisticsStatus'))('maps the parcel status %s', (status) => {
    expect(parseParcel(status)).not.toBeNull();
  });

  it.each(valuesOf('CancelBy'))('maps the canceller “%s”', (text) => {
    expect(parseCancelledBy(text) === null).toBe(text === '');
  });

  it('maps an undocumented canceller to null', () => {
    expect(parseCancelledBy('NEW_VALUE')).toBeNull();
  });

  const derivedCase = (change: object) =>
    deriveReturn(
      [
        caseItem(
          composeElement(
            JSON.stringify({
              return_sn: 'R1',
              order_sn: 'N1',
              status: 'PROCESSING',
              refund_amount: 1,
              currency: 'VND',
              create_time: 1_793_000_000,
              update_time: 1_793_000_000,
              return_solution: 0,
              item: [{ item_id: 1, model_id: 0, amount: 1, item_price: 1 }],
              ...change,
            }),
          ),
        ).raw,
      ],
      { region: 'VN' },
    ).canonical;

  it.each(valuesOf('ReturnStatus'))('maps the return status %s', (status) => {
    expect(derivedCase({ status })).toMatchObject({ flags: [] });
  });

  it.each(valuesOf('ReturnSolution'))('maps the solution %s of a return', (solution) => {
    expect(derivedCase({ return_solution: Number(solution) })).toMatchObject({ flags: [] });
  });

  it('treats only the warehouse check-in 3 as received', () => {
    const back = valuesOf('WarehouseCheckIn').filter(
      (value) => derivedCase({ is_arrived_at_warehouse: Number(value) })?.state === 'received',
    );
    expect(back).toEqual(['3']);
  });

  it('knows the documented types of wallet transactions, and no others', () => {
    const known = [...Object.keys(walletTable), ...ignoredWalletTypes];
    expect(known.toSorted()).toEqual([...valuesOf('WalletTransactionType')].toSorted());
  });

  it.each(valuesOf('WalletTransactionStatus'))(
    'maps the status %s of a wallet transaction',
    (status) => {
      const movement = { transaction_type: 'ADJUSTMENT_ADD', status, amount: 1, create_time: 1 };
      const item = toMovementItem(composeElement(JSON.stringify(movement)), ignoredWalletTypes);
      expect(item !== null).toBe(status === 'COMPLETED');
      if (item) expect(deriveSettlement([item.raw], { region: 'VN' }).reject).toBeNull();
    },
  );

  it('knows the documented escrow terms of local and affiliate shops, and no others', () => {
    expect(Object.keys(incomeParts).toSorted()).toEqual([...valuesOf('EscrowTerm')].toSorted());
    expect(Object.keys(affiliateParts).toSorted()).toEqual(
      [...valuesOf('AffiliateEscrowTerm')].toSorted(),
    );
  });

  const release = { order_sn: 'N1', payout_amount: 1, escrow_release_time: 1_793_000_000 };
  const releaseWith = (order_income: object) =>
    deriveSettlement(
      [
        toReleaseItem(
          Buffer.from(JSON.stringify(release)),
          Buffer.from(JSON.stringify({ order_sn: 'N1', order_income })),
        ).raw,
      ],
      { region: 'VN' },
    ).canonical;

  it.each(valuesOf('EscrowTerm'))('gives the escrow term %s a line of its own', (term) => {
    const lines = releaseWith({ [term]: 1000, escrow_amount: 0 })?.lines ?? [];
    const own = lines.find(({ feeCode }) => feeCode === term);
    expect(own?.feeClass).toBeDefined();
    expect(own?.feeClass).not.toBe('unknown');
  });

  it('leaves an undocumented escrow term as an unexplained amount', () => {
    expect(releaseWith({ new_fee: 1000, escrow_amount: -1000 })).toMatchObject({
      flags: ['escrow_unexplained'],
      lines: [{ feeClass: 'unknown', amountE4: -10_000_000n }],
    });
  });

  it('fetches items of all statuses but deleted ones', () => {
    const deleted = valuesOf('ItemStatus').filter((status) => status.endsWith('_DELETE'));
    expect([...listedStatuses, ...deleted].toSorted()).toEqual(
      [...valuesOf('ItemStatus')].toSorted(),
    );
  });

  it.each(valuesOf('Region'))('has the currency and the time zone of %s', (code) => {
    const region = findRegion(code);
    // A code of ISO 4217 begins with that of its country.
    expect(region?.currency.slice(0, 2)).toBe(code);
    const { timeZone = '' } = region ?? {};
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
  });

  /** Reads a push of the code. */
  const push = (code: number) => {
    const body = { code, shop_id: 54804, data: { ordersn: 'N1' }, timestamp: 1 };
    return parsePush(Buffer.from(JSON.stringify(body)));
  };

  // The consent itself, news, bans, promotions, chats, videos, expiring consents, brands and documents change no metric.
  const ignored = ['1', '5', '6', '7', '9', '10', '11', '12', '13', '15'];
  it.each(valuesOf('PushCode'))('reads a push of the code %s', (code) => {
    expect(push(Number(code))?.topic).toBe(code);
    expect(push(Number(code))?.hints.length === 0).toBe(ignored.includes(code));
  });

  it('stores a push of an undocumented code without hints', () => {
    expect(push(987)).toEqual({ eventId: null, topic: '987', hints: [] });
  });
});

describe('every documented error of Shopee', () => {
  it.each(errors.map((entry) => [entry.code, entry.message ?? '', entry.meaning, entry] as const))(
    'maps %s “%s” to: %s',
    (code, message, meaning, { operations: of }) => {
      const operation = operations.find(({ id }) => id === of?.[0]);
      const endpoint = operation?.path ?? '/api/v2/shop/get_shop_info';
      const fault = { error: code, message, requestId: null };
      const found = toPartnerError(endpoint, fault, new Date('2026-11-12T05:00:00Z'));
      expect(errorKindsFor(meaning)).toContain(found.kind);
      expect(isUnknownOrderError(found)).toBe(meaning === 'not_found');
    },
  );
});
