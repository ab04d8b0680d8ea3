import type { OrderCase } from '@seller-connect/contract';
import { describe, expect, it } from 'vitest';
import { orderEvents } from './order-events.ts';

const order = {
  createdAt: new Date('2026-11-10T16:50:00Z'),
  committedAt: new Date('2026-11-10T17:05:00Z'),
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  isCod: false,
  timeZone: 'Asia/Ho_Chi_Minh',
  flags: [],
};

const returned: OrderCase = {
  caseId: 'c1',
  kind: 'return_and_refund',
  state: 'refunded',
  reason: '',
  requestedAt: '2026-11-13T02:00:00.000Z',
  decidedAt: null,
  receivedAt: '2026-11-15T02:00:00.000Z',
  refundedAt: '2026-11-15T02:00:00.000Z',
  refund: '59000',
  currency: 'VND',
  borneBy: 'seller',
  counted: '60000',
  flags: [],
  items: [],
};

const payout = (day: string, amountE4: bigint) => ({ day, currency: 'VND', amountE4 });

describe('what happened to an order', () => {
  it('is listed oldest first, in the calendar of the shop, with the amounts', () => {
    const payouts = [payout('2026-11-13', 1_000_000_000n), payout('2026-11-16', -600_000_000n)];
    const events = orderEvents(order, [returned], payouts);
    expect(events.map(({ kind, day, at }) => [kind, day, at])).toEqual([
      ['ordered', '2026-11-10', '2026-11-10T16:50:00.000Z'],
      ['paid', '2026-11-11', '2026-11-10T17:05:00.000Z'],
      ['return_requested', '2026-11-13', '2026-11-13T02:00:00.000Z'],
      // Of a payout, only the day is known: it stands after the times of that day.
      ['settled', '2026-11-13', null],
      ['goods_received', '2026-11-15', '2026-11-15T02:00:00.000Z'],
      ['refunded', '2026-11-15', '2026-11-15T02:00:00.000Z'],
      ['settled', '2026-11-16', null],
    ]);
    expect(events.flatMap(({ paid }) => (paid ? [paid] : []))).toEqual([
      { amount: '100000', currency: 'VND' },
      { amount: '59000', currency: 'VND' },
      { amount: '-60000', currency: 'VND' },
    ]);
  });

  it('has no payment that is unknown, or that is due on delivery', () => {
    const kinds = (changes: Partial<typeof order> | { flags: string[] }) =>
      orderEvents({ ...order, ...changes }, [], []).map(({ kind }) => kind);
    expect(kinds({})).toEqual(['ordered', 'paid']);
    expect(kinds({ isCod: true })).toEqual(['ordered']);
    expect(kinds({ flags: ['payment_time_missing'] })).toEqual(['ordered']);
    expect(orderEvents({ ...order, committedAt: null }, [], [])).toHaveLength(1);
  });

  it('has what the marketplace reports of the parcel and of a cancellation', () => {
    const instant = new Date('2026-11-12T02:00:00Z');
    const kinds = (changes: object) =>
      orderEvents({ ...order, ...changes }, [], []).map(({ kind, at }) => [kind, at]);
    const [ordered, paid] = kinds({});
    expect(kinds({ deliveredAt: instant, shippedAt: new Date('2026-11-11T02:00:00Z') })).toEqual([
      ordered,
      paid,
      ['shipped', '2026-11-11T02:00:00.000Z'],
      ['delivered', '2026-11-12T02:00:00.000Z'],
    ]);
    expect(kinds({ cancelledAt: instant })).toEqual([
      ordered,
      paid,
      ['cancelled', '2026-11-12T02:00:00.000Z'],
    ]);
    // At the same moment, in the order in which things happen.
    const all = { shippedAt: instant, deliveredAt: instant, cancelledAt: instant };
    expect(kinds({ ...all, committedAt: instant }).map(([kind]) => kind)).toEqual([
      'ordered',
      'paid',
      'shipped',
      'delivered',
      'cancelled',
    ]);
  });

  it('has a failed delivery where the carrier sends the goods back', () => {
    const undelivered = { ...returned, kind: 'undelivered', receivedAt: null } as const;
    const events = orderEvents(order, [{ ...undelivered, refundedAt: null }], []);
    expect(events.at(-1)).toMatchObject({ kind: 'delivery_failed', caseId: 'c1', paid: null });
  });
});
