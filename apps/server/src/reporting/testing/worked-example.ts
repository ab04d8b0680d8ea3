import type {
  CanonicalOrder,
  CanonicalSettlement,
  FeeClass,
  ItemStage,
} from '@seller-connect/partners';

/** Converts whole đồng to ten-thousandths. */
export const vndToE4 = (amount: number) => BigInt(amount) * 10_000n;

/**
 * The order of the worked example: list price 200,000, a price cut of 20,000, and vouchers of the seller and of the
 * marketplace.
 */
export function order(
  changes: Partial<CanonicalOrder> & { stage?: ItemStage } = {},
): CanonicalOrder {
  const createdAt = new Date('2026-11-01T03:00:00Z');
  const stage = changes.stage ?? 'completed';
  const updatedAt = changes.updatedAt ?? new Date('2026-11-05T03:00:00Z');
  return {
    orderId: 'order-1',
    createdAt,
    updatedAt,
    committedAt: createdAt,
    shippedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    isCod: true,
    currency: 'VND',
    paymentMethod: 'COD',
    buyerKey: null,
    shippingFeeE4: vndToE4(12_000),
    stage,
    isSplit: false,
    items: [
      {
        lineId: '1',
        skuId: 'sku-1',
        sellerSku: 'NON-LA',
        productName: 'Nón lá',
        quantity: 1,
        listPriceE4: vndToE4(200_000),
        sellerPriceE4: vndToE4(180_000),
        sellerVoucherE4: vndToE4(10_000),
        platformVoucherE4: vndToE4(20_000),
        stage,
        returnState: 'none',
        rawStatus: stage,
        cancelledBy: null,
        updatedAt,
      },
    ],
    flags: [],
    ...changes,
  };
}

/** A settlement of that order with lines of these classes, in đồng; paid out unless overridden. */
export function settlement(
  lines: readonly (readonly [FeeClass, number])[],
  changes: Partial<CanonicalSettlement> = {},
): CanonicalSettlement {
  const occurredAt = new Date('2026-11-08T03:00:00Z');
  return {
    settlementId: 'settlement-1',
    statementId: null,
    orderId: 'order-1',
    currency: 'VND',
    occurredAt,
    settledAt: occurredAt,
    updatedAt: occurredAt,
    isEstimate: false,
    lines: lines.map(([feeClass, amount], index) => ({
      lineId: String(index),
      orderLineId: null,
      feeClass,
      feeCode: feeClass,
      feeName: '',
      amountE4: vndToE4(amount),
    })),
    flags: [],
    ...changes,
  };
}

/** The worked example's settlement lines. The buyer pays the shipping, which is passed on to the carrier. */
export const exampleSettlement = settlement([
  ['item_price', 180_000],
  ['seller_voucher', -10_000],
  ['shipping_buyer', 12_000],
  ['shipping_carrier', -12_000],
  ['commission', -19_800],
  ['payment_fee', -8_100],
  ['infrastructure_fee', -3_000],
  ['programme_fee', -3_600],
]);
