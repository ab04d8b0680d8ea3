/** `get_wallet_transaction_list`: every transaction of the seller's wallet, newest first. */
import { toJsonNumber } from '../../money.ts';
import type { Booking } from '../../world/money/money-index.ts';
import type { ShopeeCall, ShopeePayload } from '../context.ts';
import { ShopeeError } from '../errors.ts';
import { moneyOfOrder } from './income.ts';
import { orderSerial } from '../orders/order-serials.ts';
import { maxUint32, readEnum, readInteger } from '../request-parameters.ts';

const maxSpanSeconds = 15 * 86_400;
const escrowAdded = 'ESCROW_VERIFIED_ADD';

/** The types that the filter accepts: all that the platform has. */
const transactionTypes = [
  escrowAdded,
  'ESCROW_VERIFIED_MINUS',
  'WITHDRAWAL_CREATED',
  'WITHDRAWAL_COMPLETED',
  'WITHDRAWAL_CANCELLED',
  'ADJUSTMENT_ADD',
  'ADJUSTMENT_MINUS',
  'FBS_ADJUSTMENT_ADD',
  'FBS_ADJUSTMENT_MINUS',
  'ADJUSTMENT_CENTER_ADD',
  'ADJUSTMENT_CENTER_DEDUCT',
  'FSF_COST_PASSING_DEDUCT',
  'PERCEPTION_VAT_TAX_DEDUCT',
  'PERCEPTION_TURNOVER_TAX_DEDUCT',
  'PAID_ADS_CHARGE',
  'PAID_ADS_REFUND',
  'FAST_ESCROW_DISBURSE',
  'AFFILIATE_ADS_SELLER_FEE',
  'AFFILIATE_ADS_SELLER_FEE_REFUND',
  'FAST_ESCROW_DEDUCT',
  'FAST_ESCROW_DISBURSE_REMAIN',
  'AFFILIATE_FEE_DEDUCT',
];

function flowOf(amountE4: bigint): 'MONEY_IN' | 'MONEY_OUT' {
  return amountE4 < 0n ? 'MONEY_OUT' : 'MONEY_IN';
}

interface Movement {
  readonly at: number;
  readonly type: string;
  readonly amountE4: bigint;
  readonly orderName: string;
  readonly reason: string;
}

/** Converts a booking outside the escrow to a wallet transaction. */
function adjustmentMovement({ kind, amountE4, at, order }: Booking): Movement {
  const name = order ? orderSerial(order.number, order.createdAt) : '';
  const movement = { at, amountE4, orderName: name };
  if (kind === 'ads_charge') return { ...movement, type: 'PAID_ADS_CHARGE', reason: 'Shopee Ads' };
  if (kind === 'shipping_seller') {
    return { ...movement, type: 'FSF_COST_PASSING_DEDUCT', reason: 'Failed delivery' };
  }
  const type = amountE4 > 0n ? 'ADJUSTMENT_ADD' : 'ADJUSTMENT_MINUS';
  const reason =
    kind === 'compensation' ? 'Lost parcel' : kind === 'penalty' ? 'Penalty' : 'BD Marketing';
  return { ...movement, type, reason };
}

/** Merges an order's bookings of the same instant, type and reason into one transaction. */
function mergeMovements(movements: readonly Movement[]): Movement[] {
  const moves = new Map<string, Movement>();
  for (const movement of movements) {
    const { type, at, orderName: name, reason } = movement;
    const key = [type, at, name, reason].join();
    const amountE4 = (moves.get(key)?.amountE4 ?? 0n) + movement.amountE4;
    moves.set(key, { ...movement, amountE4 });
  }
  return [...moves.values()];
}

function escrowMovement({ at, order, amountE4 }: Booking): Movement {
  const name = order ? orderSerial(order.number, order.createdAt) : '';
  return { at, type: escrowAdded, amountE4, orderName: name, reason: '' };
}

export function walletTransactions({ query, shop, money, now }: ShopeeCall): ShopeePayload {
  const from = readInteger(query, 'create_time_from', 0, maxUint32);
  const to = readInteger(query, 'create_time_to', 0, maxUint32);
  if (from > to) throw new ShopeeError('time_invalid');
  if (to - from > maxSpanSeconds) throw new ShopeeError('time_period_too_large');
  const size = readInteger(query, 'page_size', 1, 100);
  const page = readInteger(query, 'page_no', 0, maxUint32);
  const transactionType = readEnum(query, 'transaction_type', transactionTypes);
  const flow = readEnum(query, 'money_flow', ['MONEY_IN', 'MONEY_OUT']);
  const escrow: Booking[] = [];
  const adjustments: Booking[] = [];
  // Looks up each order once, however many bookings it has.
  const escrowPositions = new Map<number, ReadonlySet<number>>();
  for (const booking of money.bookings(from, to + 1, now)) {
    const { order, place } = booking;
    const ofEscrow =
      order &&
      escrowPositions.getOrInsertComputed(order.ordinal, (ordinal) => {
        const booked = moneyOfOrder(shop, ordinal, now);
        return new Set(booked.escrow.map((entry) => entry.place));
      });
    (ofEscrow?.has(place) ? escrow : adjustments).push(booking);
  }
  const moved = mergeMovements([
    ...escrow.map(escrowMovement),
    ...adjustments.map(adjustmentMovement),
  ]);
  const rows = moved
    .map((movement) =>
      movement.type === escrowAdded && movement.amountE4 < 0n
        ? { ...movement, type: 'ESCROW_VERIFIED_MINUS' }
        : movement,
    )
    .filter(({ type }) => transactionType === '' || type === transactionType)
    .filter(({ amountE4 }) => flow === '' || flow === flowOf(amountE4))
    .toSorted((a, b) => b.at - a.at || (a.orderName < b.orderName ? -1 : 1));
  return {
    response: {
      transaction_list: rows.slice(page * size, (page + 1) * size).map((movement) => ({
        status: 'COMPLETED',
        transaction_type: movement.type,
        amount: toJsonNumber(movement.amountE4),
        current_balance: 0,
        create_time: movement.at,
        order_sn: movement.orderName,
        refund_sn: '',
        withdrawal_type: '',
        transaction_fee: 0,
        description: '',
        reason: movement.reason,
        buyer_name: '',
        shop_name: shop.info.name,
        pay_order_list: [],
        money_flow: flowOf(movement.amountE4),
      })),
      more: rows.length > (page + 1) * size,
    },
  };
}
