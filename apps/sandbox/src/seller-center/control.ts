/** The seller centres' export of orders, and what was planted in it. */
import type { FastifyInstance } from 'fastify';
import {
  ControlError,
  instantOf,
  periodOf,
  recordOf,
  shopOf,
  textOf,
} from '../control/requests.ts';
import { dayText, isoInstant, startOfDay } from '../local-time.ts';
import { moneyOfOrder } from '../shopee/money/income.ts';
import { firstCreatedFrom } from '../world/orders/order.ts';
import type { Order, Storefront } from '../world/orders/order.ts';
import type { Platform } from '../world/shops/shops.ts';
import type { World } from '../world/world.ts';
import type { ExportForm } from './export-format.ts';
import { lazadaForm } from './lazada.ts';
import { PLANTS, plant } from './discrepancies.ts';
import type { Plant } from './discrepancies.ts';
import { shopeeForm } from './shopee.ts';
import { tikiForm } from './tiki.ts';
import { tiktokForm } from './tiktok.ts';
import { csvFile, workbook } from './workbook.ts';

const FORMS: Readonly<Record<Platform, ExportForm>> = {
  LAZADA: lazadaForm,
  SHOPEE: shopeeForm,
  TIKI: tikiForm,
  TIKTOK: tiktokForm,
};

/** A file of more is refused: it is made in memory. */
const MOST_ORDERS = 100_000;
const MOST_PLANTED = 1000;

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** `missing:2,amount:1`. */
function plantsOf(text: string | undefined): Partial<Record<Plant, number>> {
  const wanted: Partial<Record<Plant, number>> = {};
  for (const part of (text ?? '').split(',').filter((each) => each !== '')) {
    const [name, count = '1'] = part.split(':');
    const kind = PLANTS.find((known) => known === name);
    const number = Number(count);
    if (kind === undefined || !Number.isInteger(number) || number < 0 || number > MOST_PLANTED) {
      throw new ControlError(
        400,
        `plant is a list such as missing:2,amount:1 of ${PLANTS.join(', ')}.`,
      );
    }
    wanted[kind] = number;
  }
  return wanted;
}

/** An order at an instant. Once Shopee has released the money, the buyer has paid the shipping of what was delivered. */
function asTold(shop: Storefront, ordinal: number, asOf: number): Order {
  const order = shop.orderAt(ordinal, asOf);
  if (shop.info.platform !== 'SHOPEE') return order;
  const { releasedAt, escrow } = moneyOfOrder(shop, ordinal, asOf);
  if (releasedAt === null) return order;
  const shippingPaidE4 = escrow
    .filter(({ kind }) => kind === 'shipping_buyer')
    .reduce((total, { amountE4 }) => total + amountE4, 0n);
  return { ...order, shippingPaidE4 };
}

function tell(world: World, now: number, query: Record<string, unknown>) {
  const shop = shopOf(world, query);
  const asOfText = textOf(query, 'as_of');
  const asOf = asOfText === undefined ? now : instantOf(asOfText, 'as_of');
  const { from, to } = periodOf(query, shop, asOf);
  const count = shop.countAt(asOf);
  const first = firstCreatedFrom(shop, startOfDay(from), count);
  const end = firstCreatedFrom(shop, startOfDay(to + 1), count);
  if (end - first > MOST_ORDERS) {
    throw new ControlError(
      400,
      `The period holds ${end - first} orders; a file holds ${MOST_ORDERS} at most.`,
    );
  }
  const orders = Array.from({ length: end - first }, (_, index) =>
    asTold(shop, first + index, asOf),
  );
  const form = FORMS[shop.info.platform];
  const seed = Number(textOf(query, 'seed') ?? '1');
  if (!Number.isInteger(seed)) throw new ControlError(400, 'seed must be a whole number.');
  return { form, from, to, asOf, ...plant(orders, form, plantsOf(textOf(query, 'plant')), seed) };
}

/**
 * `GET /_sandbox/export` answers the file, `GET /_sandbox/export/planted` with the same query what was planted in it.
 */
export function registerSellerCentres(
  server: FastifyInstance,
  { world, clock }: { readonly world: World; readonly clock: { now(): number } },
): void {
  server.get('/_sandbox/export', (request, reply) => {
    const query = recordOf(request.query);
    const format = textOf(query, 'format') ?? 'xlsx';
    if (format !== 'csv' && format !== 'xlsx')
      throw new ControlError(400, 'format is csv or xlsx.');
    const { form, from, to, asOf, told } = tell(world, clock.now(), query);
    const rows = [...form.head, ...told.flatMap((each) => form.rows(each))];
    const days = [from, to].map((day) => dayText(day).replaceAll('-', ''));
    const name = `${form.fileName(days[0] ?? '', days[1] ?? '')}.${format}`;
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : WORKBOOK)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(format === 'csv' ? csvFile(rows) : workbook(rows, form.sheet, isoInstant(asOf)));
  });
  server.get('/_sandbox/export/planted', (request) => {
    const { planted, told, asOf } = tell(world, clock.now(), recordOf(request.query));
    return {
      items: planted,
      total: planted.length,
      orders: new Set(told.map(({ id }) => id)).size,
      asOf: isoInstant(asOf),
    };
  });
}
