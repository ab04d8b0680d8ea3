import type { CanonicalItem, CanonicalOrder, ItemStage } from '@seller-connect/partners';
import { createRandom } from '../../../test/random.ts';

/** Generates orders for tests and benchmarks: reproducible by seed, with one line per unit like a marketplace's. */
export function generateOrders(options: {
  count: number;
  seed: number;
  from: Date;
  to: Date;
  skus: number;
  prefix?: string;
}): CanonicalOrder[] {
  const random = createRandom(options.seed);
  const rangeMs = options.to.getTime() - options.from.getTime();
  return Array.from({ length: options.count }, (_, index) => {
    const createdAt = new Date(
      options.from.getTime() + Math.floor((rangeMs * index) / options.count),
    );
    return generateOrder(
      `${options.prefix ?? '4'}${String(index).padStart(14, '0')}`,
      createdAt,
      random,
      options.skus,
    );
  });
}

function generateOrder(
  orderId: string,
  createdAt: Date,
  random: () => number,
  skus: number,
): CanonicalOrder {
  const isCod = random() < 0.6;
  const stage: ItemStage = pick(random, [
    ['completed', 0.8],
    ['cancelled', 0.1],
    ['failed_delivery', 0.03],
    ['shipping', 0.07],
  ]);
  const updatedAt = new Date(createdAt.getTime() + Math.floor(random() * 5 * 86_400_000));
  const hoursLater = (hours: number) => new Date(createdAt.getTime() + hours * 3_600_000);
  const items = Array.from({ length: 1 + Math.floor(random() * 2.6) }, (_, line): CanonicalItem => {
    const sku = Math.floor(random() ** 2 * skus);
    const price = BigInt(20 + Math.floor(random() * 480)) * 1000n * 10_000n;
    return {
      lineId: `${orderId}${line}`,
      skuId: String(9_000_000_000 + sku),
      sellerSku: `SKU-${sku}`,
      productName: `Áo thun cotton cổ tròn tay ngắn mẫu số ${sku}`,
      quantity: 1,
      listPriceE4: price + 100_000_000n,
      sellerPriceE4: price,
      sellerVoucherE4: random() < 0.3 ? 50_000_000n : 0n,
      platformVoucherE4: 0n,
      stage,
      returnState: stage === 'completed' && random() < 0.03 ? 'refunded' : 'none',
      rawStatus: stage === 'cancelled' ? 'canceled' : 'delivered',
      cancelledBy: stage === 'cancelled' ? 'buyer' : null,
      updatedAt,
    };
  });
  return {
    orderId,
    createdAt,
    updatedAt,
    committedAt: isCod
      ? createdAt
      : random() < 0.95
        ? new Date(createdAt.getTime() + 600_000)
        : null,
    shippedAt: stage === 'cancelled' ? null : hoursLater(20),
    deliveredAt: stage === 'completed' ? hoursLater(70) : null,
    cancelledAt: stage === 'cancelled' ? hoursLater(2) : null,
    isCod,
    currency: 'VND',
    paymentMethod: isCod ? 'COD' : 'MIXEDCARD',
    buyerKey: null,
    shippingFeeE4: 150_000_000n,
    stage,
    isSplit: false,
    items,
    flags: [],
  };
}

function pick<T>(random: () => number, weighted: readonly (readonly [T, number])[]): T {
  let left = random();
  for (const [value, weight] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  const last = weighted.at(-1);
  if (!last) throw new Error('Nothing to pick from');
  return last[0];
}
