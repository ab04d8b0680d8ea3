import type { CanonicalOrder } from '@seller-connect/partners';

/** Returns a completed order of one item, paid on delivery. */
export function sampleOrder(
  orderId: string,
  createdAt: Date,
  updatedAt: Date = createdAt,
): CanonicalOrder {
  return {
    orderId,
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
    shippingFeeE4: 0n,
    stage: 'completed',
    isSplit: false,
    flags: [],
    items: [
      {
        lineId: `${orderId}-1`,
        skuId: '1',
        sellerSku: 'CUP',
        productName: 'Cup',
        quantity: 1,
        listPriceE4: 500_000_000n,
        sellerPriceE4: 500_000_000n,
        sellerVoucherE4: 0n,
        platformVoucherE4: 0n,
        stage: 'completed',
        returnState: 'none',
        rawStatus: 'delivered',
        cancelledBy: null,
        updatedAt,
      },
    ],
  };
}
