import { describe, expect, it } from 'vitest';
import { createRawItem } from '../../parsing/items.ts';
import { deriveReturn } from './return-mapping.ts';

const shop = { region: 'VN' };

describe('a return of TikTok Shop', () => {
  const back = {
    return_id: '4035318504086604180',
    order_id: '576461413038785752',
    return_type: 'RETURN_AND_REFUND',
    return_status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
    create_time: 1_767_300_000,
    update_time: 1_767_400_000,
    return_reason_text: 'Hàng bị lỗi',
    refund_amount: { currency: 'VND', refund_total: '300000' },
    return_line_items: [
      {
        return_line_item_id: '2',
        order_line_item_id: '12',
        refund_amount: { refund_total: '200000' },
      },
      {
        return_line_item_id: '1',
        order_line_item_id: '11',
        refund_amount: { refund_total: '100000' },
      },
    ],
  };
  function derive(changes: object) {
    const payload = Buffer.from(JSON.stringify({ ...back, ...changes }));
    const { canonical, reject } = deriveReturn([createRawItem('return', '1', null, payload)], shop);
    if (!canonical) throw new Error(reject.reason);
    return canonical;
  }

  it('has its items in order, with the refund of each', () => {
    expect(derive({})).toMatchObject({
      kind: 'return_and_refund',
      state: 'refunded',
      refundedAt: new Date(back.update_time * 1000),
      refundE4: 3_000_000_000n,
      reason: 'Hàng bị lỗi',
      items: [
        { returnItemId: '1', orderLineId: '11', refundE4: 1_000_000_000n },
        { returnItemId: '2', orderLineId: '12', refundE4: 2_000_000_000n },
      ],
      flags: [],
    });
  });

  it.each([
    [
      { return_reason_text: null, return_reason: 'ecom_order_delivered_refund' },
      'ecom_order_delivered_refund',
    ],
    [{ return_reason_text: '', return_reason: null }, ''],
  ])('of %j has the reason “%s”', (changes, reason) => {
    expect(derive(changes).reason).toBe(reason);
  });

  it('has the currency of its refund, else of its region; an unknown one is rejected', () => {
    const refund_total = '300000';
    expect(derive({ refund_amount: { currency: 'THB', refund_total } }).currency).toBe('THB');
    expect(derive({ refund_amount: { refund_total } }).currency).toBe('VND');
    const unknown = { refund_amount: { currency: 'baht', refund_total } };
    expect(() => derive(unknown)).toThrow('currency');
  });

  it('splits a partial refund, and one of the whole return', () => {
    const taken = { partial_refund: { amount: '90000' }, refund_amount: { refund_total: '90000' } };
    const part = derive(taken);
    expect(part.items.map(({ refundE4 }) => refundE4)).toEqual([300_000_000n, 600_000_000n]);
    expect(part).toMatchObject({ refundE4: 900_000_000n, flags: ['part_refunded'] });
    expect(part.items.map(({ quantity }) => quantity)).toEqual([0, 0]);
    expect(derive({ ...taken, return_status: 'RETURN_OR_REFUND_REQUEST_SUCCESS' }).state).toBe(
      'approved',
    );
    const whole = derive({ return_line_items: null });
    expect(whole.items).toMatchObject([{ orderLineId: null, refundE4: 3_000_000_000n }]);
  });

  it.each([
    ['refused', { buyer_rejected_partial_refund: true }, 'refunded'],
    ['refused, as a text', { buyer_rejected_partial_refund: 'TRUE' }, 'refunded'],
    ['not answered', { return_status: 'AWAITING_BUYER_RESPONSE' }, 'requested'],
    ['of another amount', { buyer_rejected_partial_refund: false }, 'refunded'],
  ])('is complete while a partial offer is %s', (_offer, changes, state) => {
    const read = derive({ partial_refund: { amount: '20000' }, ...changes });
    expect(read).toMatchObject({ state, refundE4: 3_000_000_000n, flags: [] });
    expect(read.items.map(({ quantity }) => quantity)).toEqual([1, 1]);
  });

  it('is cancelled once the buyer edited it, unless it is refunded', () => {
    const next_return_id = '4035318504086604181';
    const pending = { next_return_id, return_status: 'RETURN_OR_REFUND_REQUEST_PENDING' };
    expect(derive(pending)).toMatchObject({ state: 'cancelled', flags: ['request_edited'] });
    expect(derive({ next_return_id }).state).toBe('refunded');
    expect(derive({ ...pending, next_return_id: '0' }).state).toBe('requested');
  });

  it('has no refund if the goods were exchanged', () => {
    const exchanged = { return_type: 'REPLACEMENT', return_status: 'REPLACEMENT_REQUEST_COMPLETE' };
    expect(derive(exchanged)).toMatchObject({ state: 'received', refundE4: 0n, refundedAt: null });
    const instead = { ...exchanged, return_status: 'REPLACEMENT_REQUEST_REFUND_SUCCESS' };
    expect(derive(instead)).toMatchObject({
      kind: 'replacement',
      state: 'refunded',
      refundE4: 3_000_000_000n,
    });
  });

  it.each([
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_PENDING', 'replacement', 'requested'],
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_REJECT', 'replacement', 'rejected'],
    ['REPLACEMENT', 'REPLACEMENT_REQUEST_CANCEL', 'replacement', 'cancelled'],
    ['REPLACEMENT', 'RETURN_OR_REFUND_REQUEST_SUCCESS', 'replacement', 'approved'],
    ['REFUND', 'RETURN_OR_REFUND_REQUEST_SUCCESS', 'refund_only', 'approved'],
    ['RETURN_AND_REFUND', 'AWAITING_BUYER_RESPONSE', 'return_and_refund', 'requested'],
    ['SWAP', 'SEALED', 'unknown', 'unknown'],
  ])('%s that is %s is a %s, %s', (return_type, return_status, kind, state) => {
    const read = derive({ return_type, return_status });
    expect([read.kind, read.state, read.refundedAt]).toEqual([kind, state, null]);
    expect(read.flags).toEqual(
      kind === 'unknown' ? ['unknown_kind:SWAP', 'unknown_status:SEALED'] : [],
    );
  });
});
