import { describe, expect, it } from 'vitest';
import { composeElement } from '../../parsing/lossless-json.ts';
import { caseItem, deriveReturn } from './return-mapping.ts';

const line = {
  reverse_order_line_id: 1_111_111_111_111_112,
  trade_order_line_id: 4_111_111_111_111_112,
  reverse_status: 'REFUND_SUCCESS',
  refund_amount: 150_000,
  reason_text: 'Hàng bị lỗi',
  reason_code: 1007,
  return_order_line_gmt_create: 1_779_000_000,
  return_order_line_gmt_modified: 1_779_100_000,
  product: { product_id: 1, product_sku: '14000000001' },
};

function parse(lines: readonly object[], request_type: string) {
  const reverseOrder = {
    reverse_order_id: 611_111_111_111_111,
    trade_order_id: 411_111_111_111_111,
    request_type,
    reverse_order_lines: lines,
  };
  return caseItem(composeElement(JSON.stringify(reverseOrder)));
}

function derive(
  lines: readonly object[],
  { region = 'VN', request_type = 'RETURN' }: { region?: string; request_type?: string } = {},
) {
  return deriveReturn([parse(lines, request_type).raw], { region });
}

describe('a Lazada reverse order', () => {
  it('is a return with its lines, ordered by ID', () => {
    const other = {
      ...line,
      reverse_order_line_id: 1_111_111_111_111_111,
      trade_order_line_id: 4_111_111_111_111_111,
      refund_amount: '50000',
    };
    expect(derive([line, other]).canonical).toMatchObject({
      returnId: '611111111111111',
      orderId: '411111111111111',
      kind: 'return_and_refund',
      state: 'refunded',
      requestedAt: new Date(1_779_000_000_000),
      refundedAt: new Date(1_779_100_000_000),
      updatedAt: new Date(1_779_100_000_000),
      refundE4: 2_000_000_000n,
      reason: 'Hàng bị lỗi',
      items: [
        { returnItemId: '1111111111111111', refundE4: 500_000_000n, quantity: 1 },
        { returnItemId: '1111111111111112', orderLineId: '4111111111111112', skuId: '14000000001' },
      ],
      flags: [],
    });
  });

  it.each(['EXCHANGE', 'constructor'])('of the kind %s has an unknown kind', (request_type) => {
    const { canonical } = derive([line], { request_type });
    expect(canonical).toMatchObject({ kind: 'unknown', flags: [`unknown_kind:${request_type}`] });
  });

  it('is requested with its first line, and as new as its last change', () => {
    const later = {
      ...line,
      reverse_order_line_id: 1_111_111_111_111_113,
      return_order_line_gmt_create: 1_779_050_000,
      return_order_line_gmt_modified: 1_779_050_000,
    };
    for (const lines of [
      [line, later],
      [later, line],
    ]) {
      expect(derive(lines).canonical).toMatchObject({
        requestedAt: new Date(1_779_000_000_000),
        updatedAt: new Date(1_779_100_000_000),
      });
    }
  });

  it.each([
    ['CANCEL', true],
    ['RETURN', false],
    ['ONLY_REFUND', false],
  ])('of the type %s is a cancellation: %s', (request_type, isCancellation) => {
    expect(parse([line], request_type).isCancellation).toBe(isCancellation);
  });

  it('parses times in seconds and in milliseconds', () => {
    const inMs = {
      ...line,
      return_order_line_gmt_create: 1_779_000_000_000,
      return_order_line_gmt_modified: 1_779_100_000_000,
    };
    expect(derive([inMs]).canonical?.requestedAt).toEqual(derive([line]).canonical?.requestedAt);
  });

  it('has refunds in cents everywhere but in Vietnam', () => {
    expect(derive([{ ...line, refund_amount: 1234 }], { region: 'SG' }).canonical).toMatchObject({
      currency: 'SGD',
      refundE4: 123_400n,
      flags: [],
    });
  });

  it.each([
    ['REQUEST_INITIATE', 'RETURN', 'requested'],
    ['SELLER_AGREE_RETURN', 'RETURN', 'approved'],
    ['RETURN_PICKUP_PENDING', 'RETURN', 'approved'],
    ['BUYER_RETURN_ITEM', 'RETURN', 'in_transit'],
    ['REFUND_PENDING', 'RETURN', 'received'],
    ['REFUND_PENDING', 'ONLY_REFUND', 'approved'],
    ['REFUND_SUCCESS', 'ONLY_REFUND', 'refunded'],
    ['REQUEST_REJECT', 'RETURN', 'rejected'],
    ['REQUEST_CANCEL', 'RETURN', 'cancelled'],
  ])('with the status %s of a %s is %s', (reverse_status, request_type, state) => {
    const { canonical } = derive([{ ...line, reverse_status }], { request_type });
    expect(canonical).toMatchObject({ state, flags: [] });
    expect(canonical?.refundedAt === null).toBe(state !== 'refunded');
  });

  it('keeps an unknown status and kind, with flags', () => {
    const { canonical } = derive([{ ...line, reverse_status: 'FOO' }], { request_type: 'BAR' });
    expect(canonical).toMatchObject({
      kind: 'unknown',
      state: 'unknown',
      items: [{ rawStatus: 'FOO', state: 'unknown' }],
      flags: ['unknown_kind:BAR', 'unknown_status:FOO'],
    });
  });

  it('is rejected if it is a cancellation, or has no line or no time', () => {
    expect(derive([line], { request_type: 'CANCEL' }).reject?.reason).toMatch(/cancellation/);
    expect(derive([]).reject).toMatchObject({
      reason: expect.stringMatching(/^case/),
      raw: { externalId: '611111111111111' },
    });
    expect(derive([{ ...line, return_order_line_gmt_create: 0 }]).reject?.reason).toMatch(/create/);
  });
});
