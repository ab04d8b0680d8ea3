/** Stores the rows of one currency compactly: a few numbers per row, and every text once. */
import { hash } from 'node:crypto';
import { stages } from '../world/orders/order.ts';
import type { Stage } from '../world/orders/order.ts';
import type { ReplayRow } from './rows.ts';

/** Start of the numbers assigned to order IDs that are not usable as numbers. */
const firstHashedNumber = 900_000_000_000_000;
const hashedNumberCount = 100_000_000_000_000;

class Texts {
  readonly list: string[] = [];
  readonly #positions = new Map<string, number>();

  /** Returns the index of a text, adding it if it is new. */
  positionOf(text: string): number {
    const known = this.#positions.get(text);
    if (known !== undefined) return known;
    // Copies the text: a slice would keep the whole chunk of the file in memory.
    const copy = Buffer.from(text, 'utf8').toString('utf8');
    this.#positions.set(copy, this.list.length);
    return this.list.push(copy) - 1;
  }
}

interface Product {
  readonly sku: string;
  readonly name: string;
  /** Price in its last row. */
  priceE4: bigint;
}

/** Returns an order ID as a number if it is a safe integer, so that no JSON parser rounds it. */
function ownNumber(orderId: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(orderId)) return undefined;
  const number = Number(orderId);
  return Number.isSafeInteger(number) ? number : undefined;
}

function hashedNumber(orderId: string): number {
  const start = BigInt(`0x${hash('sha256', orderId, 'hex').slice(0, 16)}`);
  return firstHashedNumber + Number(start % BigInt(hashedNumberCount));
}

interface ReplayedLine {
  readonly product: number;
  readonly name: string;
  readonly quantity: number;
  readonly priceE4: bigint;
  readonly stage: Stage;
  /** Number of units in all previous rows. */
  readonly firstPiece: number;
}

export class ReplayedOrders {
  readonly currency: string;
  readonly products: Product[] = [];
  readonly #productOf = new Map<string, number>();
  readonly #orders = new Texts();
  readonly #names = new Texts();
  readonly #buyers = new Texts();
  readonly #createdAt: number[] = [];
  readonly #unpaid: boolean[] = [];
  readonly #buyerOf: number[] = [];
  readonly #lineOrder: number[] = [];
  readonly #lineProduct: number[] = [];
  readonly #lineName: number[] = [];
  readonly #lineQuantity: number[] = [];
  readonly #lineStage: number[] = [];
  readonly #lineFirstPiece: number[] = [];
  #linePrice = new BigInt64Array(1024);
  #pieces = 0;
  /** Lines grouped by order: those of order `n` are at `starts[n]` up to `starts[n + 1]`, exclusive. */
  #starts = new Uint32Array(0);
  #grouped = new Uint32Array(0);
  #numbers: number[] = [];

  constructor(currency: string) {
    this.currency = currency;
  }

  get orders(): number {
    return this.#createdAt.length;
  }

  get pieces(): number {
    return this.#pieces;
  }

  /**
   * Adds a row.
   * @returns undefined, a notice about an accepted row, or the problem of a rejected one
   */
  add(row: ReplayRow): undefined | { readonly notice: string } | { readonly problem: string } {
    const order = this.#orders.positionOf(row.orderId);
    const unpaid = row.stage === 'unpaid';
    const known = this.#createdAt[order];
    if (known === undefined) {
      this.#createdAt.push(row.createdAt);
      this.#unpaid.push(unpaid);
      this.#buyerOf.push(this.#buyers.positionOf(row.buyer));
    } else if (this.#unpaid[order] !== unpaid) {
      return { problem: `order ${row.orderId} cannot be unpaid in one row and not in another` };
    }
    const line = this.#lineOrder.push(order) - 1;
    this.#lineProduct.push(this.#productPosition(row));
    this.#lineName.push(this.#names.positionOf(row.name));
    this.#lineQuantity.push(row.quantity);
    this.#lineStage.push(stages.indexOf(row.stage));
    this.#lineFirstPiece.push(this.#pieces);
    this.#pieces += row.quantity;
    if (line >= this.#linePrice.length) {
      const larger = new BigInt64Array(this.#linePrice.length * 2);
      larger.set(this.#linePrice);
      this.#linePrice = larger;
    }
    this.#linePrice[line] = row.priceE4;
    if (known === undefined || known === row.createdAt) return undefined;
    return {
      notice: `created_at differs from the first row of order ${row.orderId}, which counts`,
    };
  }

  #productPosition(row: ReplayRow): number {
    const key = row.sku === '' ? `name ${row.name}` : `sku ${row.sku}`;
    const known = this.#productOf.get(key);
    const product = known === undefined ? undefined : this.products[known];
    if (known !== undefined && product !== undefined) {
      product.priceE4 = row.priceE4;
      return known;
    }
    this.#productOf.set(key, this.products.length);
    return this.products.push({ sku: row.sku, name: row.name, priceE4: row.priceE4 }) - 1;
  }

  /** Groups the lines by order and numbers the orders. No row may be added afterwards. */
  finish(): void {
    const orders = this.orders;
    this.#starts = new Uint32Array(orders + 1);
    for (const order of this.#lineOrder)
      this.#starts[order + 1] = (this.#starts[order + 1] ?? 0) + 1;
    for (let order = 0; order < orders; order += 1) {
      this.#starts[order + 1] = (this.#starts[order + 1] ?? 0) + (this.#starts[order] ?? 0);
    }
    const next = this.#starts.slice();
    this.#grouped = new Uint32Array(this.#lineOrder.length);
    this.#lineOrder.forEach((order, line) => {
      const place = next[order] ?? 0;
      this.#grouped[place] = line;
      next[order] = place + 1;
    });
    // Numeric IDs are kept first; the other orders then get free numbers.
    const taken = new Set<number>();
    this.#numbers = this.#orders.list.map((orderId) => {
      const number = ownNumber(orderId);
      if (number === undefined) return 0;
      taken.add(number);
      return number;
    });
    this.#orders.list.forEach((orderId, order) => {
      if (this.#numbers[order] !== 0) return;
      let number = hashedNumber(orderId);
      while (taken.has(number)) {
        number = firstHashedNumber + ((number + 1 - firstHashedNumber) % hashedNumberCount);
      }
      taken.add(number);
      this.#numbers[order] = number;
    });
  }

  createdAt(order: number): number {
    return this.#createdAt[order] ?? Infinity;
  }

  isUnpaid(order: number): boolean {
    return this.#unpaid[order] === true;
  }

  numberOf(order: number): number {
    return this.#numbers[order] ?? 0;
  }

  buyerOf(order: number): { readonly position: number; readonly name: string } {
    const position = this.#buyerOf[order] ?? 0;
    return { position, name: this.#buyers.list[position] ?? '' };
  }

  stagesOf(order: number): number {
    let mask = 0;
    for (let at = this.#starts[order] ?? 0; at < (this.#starts[order + 1] ?? 0); at += 1) {
      mask |= 1 << (this.#lineStage[this.#grouped[at] ?? 0] ?? 0);
    }
    return mask;
  }

  linesOf(order: number): readonly ReplayedLine[] {
    const lines = this.#grouped.subarray(this.#starts[order] ?? 0, this.#starts[order + 1] ?? 0);
    return Array.from(lines, (line) => ({
      product: this.#lineProduct[line] ?? 0,
      name: this.#names.list[this.#lineName[line] ?? 0] ?? '',
      quantity: this.#lineQuantity[line] ?? 0,
      priceE4: this.#linePrice[line] ?? 0n,
      stage: stages[this.#lineStage[line] ?? 0] ?? 'pending',
      firstPiece: this.#lineFirstPiece[line] ?? 0,
    }));
  }
}
