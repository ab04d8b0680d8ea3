/** The seller centers' order exports and their planted discrepancies. */
import type { FastifyInstance } from 'fastify';
import {
  ControlError,
  parseInstant,
  readPeriod,
  parseRecord,
  findShop,
  readText,
} from '../control/requests.ts';
import { formatDay, isoInstant, startOfDay } from '../local-time.ts';
import { moneyOfOrder } from '../shopee/money/income.ts';
import { firstOrdinalCreatedFrom } from '../world/orders/order.ts';
import type { Order, Storefront } from '../world/orders/order.ts';
import type { Platform } from '../world/shops/shops.ts';
import type { World } from '../world/world.ts';
import type { ExportFormat } from './export-format.ts';
import { lazadaExportFormat } from './lazada.ts';
import { discrepancyKinds, plantDiscrepancies } from './discrepancies.ts';
import type { DiscrepancyKind } from './discrepancies.ts';
import { shopeeExportFormat } from './shopee.ts';
import { tikiExportFormat } from './tiki.ts';
import { tiktokExportFormat } from './tiktok.ts';
import { buildCsv, buildWorkbook } from './workbook.ts';
import { sumE4 } from '../money.ts';

const exportFormats: Readonly<Record<Platform, ExportFormat>> = {
  LAZADA: lazadaExportFormat,
  SHOPEE: shopeeExportFormat,
  TIKI: tikiExportFormat,
  TIKTOK: tiktokExportFormat,
};

/** Larger exports are rejected, because a file is built in memory. */
const maxOrders = 100_000;
const maxPlanted = 1000;

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Parses `missing:2,amount:1`. */
function parseDiscrepancies(text: string | undefined): Partial<Record<DiscrepancyKind, number>> {
  const countsByKind: Partial<Record<DiscrepancyKind, number>> = {};
  for (const part of (text ?? '').split(',').filter((each) => each !== '')) {
    const [name, count = '1'] = part.split(':');
    const kind = discrepancyKinds.find((known) => known === name);
    const number = Number(count);
    if (kind === undefined || !Number.isInteger(number) || number < 0 || number > maxPlanted) {
      throw new ControlError(
        400,
        `plant must be a list such as missing:2,amount:1 of ${discrepancyKinds.join(', ')}.`,
      );
    }
    countsByKind[kind] = number;
  }
  return countsByKind;
}

/**
 * Returns an order at an instant. For Shopee it includes the shipping that the buyer paid, once the money is released.
 */
function orderAsExported(shop: Storefront, ordinal: number, asOf: number): Order {
  const order = shop.orderAt(ordinal, asOf);
  if (shop.info.platform !== 'SHOPEE') return order;
  const { releasedAt, escrow } = moneyOfOrder(shop, ordinal, asOf);
  if (releasedAt === null) return order;
  const shippingPaidE4 = sumE4(
    escrow.filter(({ kind }) => kind === 'shipping_buyer'),
    ({ amountE4 }) => amountE4,
  );
  return { ...order, shippingPaidE4 };
}

function buildExport(world: World, now: number, query: Record<string, unknown>) {
  const shop = findShop(world, query);
  const asOfText = readText(query, 'as_of');
  const asOf = asOfText === undefined ? now : parseInstant(asOfText, 'as_of');
  const { from, to } = readPeriod(query, shop, asOf);
  const count = shop.countAt(asOf);
  const first = firstOrdinalCreatedFrom(shop, startOfDay(from), count);
  const end = firstOrdinalCreatedFrom(shop, startOfDay(to + 1), count);
  if (end - first > maxOrders) {
    throw new ControlError(
      400,
      `The period has ${end - first} orders; a file can have ${maxOrders} at most.`,
    );
  }
  const orders = Array.from({ length: end - first }, (_, index) =>
    orderAsExported(shop, first + index, asOf),
  );
  const form = exportFormats[shop.info.platform];
  const seed = Number(readText(query, 'seed') ?? '1');
  if (!Number.isInteger(seed)) throw new ControlError(400, 'seed must be a whole number.');
  return {
    form,
    from,
    to,
    asOf,
    ...plantDiscrepancies(orders, form, parseDiscrepancies(readText(query, 'plant')), seed),
  };
}

/**
 * Registers `GET /_sandbox/export`, which returns the file, and `GET /_sandbox/export/planted`, which returns the
 * discrepancies planted by the same query.
 */
export function registerSellerCenters(
  server: FastifyInstance,
  { world, clock }: { readonly world: World; readonly clock: { now(): number } },
): void {
  server.get('/_sandbox/export', (request, reply) => {
    const query = parseRecord(request.query);
    const format = readText(query, 'format') ?? 'xlsx';
    if (format !== 'csv' && format !== 'xlsx')
      throw new ControlError(400, 'format must be csv or xlsx.');
    const { form, from, to, asOf, exported } = buildExport(world, clock.now(), query);
    const rows = [...form.head, ...exported.flatMap((each) => form.rows(each))];
    const days = [from, to].map((day) => formatDay(day).replaceAll('-', ''));
    const name = `${form.fileName(days[0] ?? '', days[1] ?? '')}.${format}`;
    return reply
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : workbookType)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(format === 'csv' ? buildCsv(rows) : buildWorkbook(rows, form.sheet, isoInstant(asOf)));
  });
  server.get('/_sandbox/export/planted', (request) => {
    const { planted, exported, asOf } = buildExport(world, clock.now(), parseRecord(request.query));
    return {
      items: planted,
      total: planted.length,
      orders: new Set(exported.map(({ id }) => id)).size,
      asOf: isoInstant(asOf),
    };
  });
}
