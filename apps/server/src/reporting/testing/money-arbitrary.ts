import type {
  CanonicalReturn,
  CanonicalSettlement,
  CanonicalStatement,
  FeeClass,
  ReturnCaseState,
  ReturnKind,
} from '@seller-connect/partners';
import fc from 'fast-check';

const start = Date.UTC(2026, 9, 30);
const later = (days: number) => new Date(start + days * 86_400_000);

const states: ReturnCaseState[] = [
  'requested',
  'in_transit',
  'received',
  'refunded',
  'rejected',
  'cancelled',
  'unknown',
];
const kinds: ReturnKind[] = ['return_and_refund', 'refund_only', 'replacement', 'unknown'];

/** Return cases for the orders of `orderState`. Ids repeat, so that several values are states of one case. */
export const caseState: fc.Arbitrary<CanonicalReturn> = fc
  .record({
    id: fc.integer({ min: 0, max: 4 }),
    order: fc.integer({ min: 0, max: 4 }),
    version: fc.integer({ min: 0, max: 3 }),
    kind: fc.constantFrom(...kinds),
    state: fc.constantFrom(...states),
    items: fc.array(
      fc.record({
        line: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
        sku: fc.integer({ min: 1, max: 4 }),
        quantity: fc.integer({ min: 0, max: 6 }),
        state: fc.constantFrom(...states),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((made): CanonicalReturn => {
    const updatedAt = later(14 + made.version);
    return {
      returnId: `case-${made.id}`,
      orderId: `order-${made.order}`,
      kind: made.kind,
      state: made.state,
      requestedAt: later(12),
      decidedAt: null,
      receivedAt: null,
      refundedAt: made.state === 'refunded' ? updatedAt : null,
      updatedAt,
      currency: 'VND',
      refundE4: 0n,
      borneBy: null,
      reason: 'Hàng lỗi',
      flags: [],
      items: made.items.map((item, index) => ({
        returnItemId: `item-${index}`,
        orderLineId: item.line === null ? null : `line-${item.line}`,
        skuId: `sku-${item.sku}`,
        quantity: item.quantity,
        refundE4: 0n,
        state: item.state,
        rawStatus: item.state,
      })),
    };
  });

const classes: FeeClass[] = ['item_price', 'commission', 'payment_fee', 'refund', 'unknown'];

/** Settlements of a few orders on a few statements. Ids repeat, so that several values are states of one settlement. */
export const settlementState: fc.Arbitrary<CanonicalSettlement> = fc
  .record({
    id: fc.integer({ min: 0, max: 7 }),
    order: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
    statement: fc.option(fc.integer({ min: 0, max: 2 }), { nil: null }),
    settledDay: fc.option(fc.integer({ min: 20, max: 24 }), { nil: null }),
    version: fc.integer({ min: 0, max: 3 }),
    isEstimate: fc.boolean(),
    currency: fc.constantFrom('VND', 'VND', 'USD'),
    lines: fc.array(
      fc.record({
        feeClass: fc.constantFrom(...classes),
        amount: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map((made) => ({
    settlementId: `settlement-${made.id}`,
    statementId: made.statement === null ? null : `statement-${made.statement}`,
    orderId: made.order === null ? null : `order-${made.order}`,
    currency: made.currency,
    occurredAt: later(18),
    settledAt: made.settledDay === null ? null : later(made.settledDay),
    updatedAt: later(19 + made.version),
    isEstimate: made.isEstimate,
    lines: made.lines.map(({ feeClass, amount }, index) => ({
      lineId: String(index),
      orderLineId: null,
      feeClass,
      feeCode: feeClass,
      feeName: feeClass,
      amountE4: BigInt(amount) * 100n,
    })),
    flags: [],
  }));

export const statementState: fc.Arbitrary<CanonicalStatement> = fc
  .record({
    id: fc.integer({ min: 0, max: 2 }),
    paidDay: fc.option(fc.integer({ min: 25, max: 28 }), { nil: null }),
    version: fc.integer({ min: 0, max: 2 }),
  })
  .map((made) => ({
    statementId: `statement-${made.id}`,
    name: `S-${made.id}`,
    from: null,
    to: null,
    currency: 'VND',
    totalE4: null,
    payoutE4: 0n,
    paidAt: made.paidDay === null ? null : later(made.paidDay),
    updatedAt: later(19 + made.version),
    flags: [],
  }));
