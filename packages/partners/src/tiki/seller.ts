import type { ShopAccess } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CanonicalShop, RawItem } from '../canonical/canonical.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { createRawItem } from '../parsing/items.ts';
import type { TikiClient, TikiRequest } from './client.ts';
import { Id, Nullable } from '../parsing/fields.ts';
import { shopKey } from '../connector/shop-access.ts';

/** Tiki operates in one country, which has no daylight saving time. */
export const tikiRegion = {
  region: 'VN',
  currency: 'VND',
  timeZone: 'Asia/Ho_Chi_Minh',
  /** UTC offset in minutes, since Tiki's times have none. */
  offsetMinutes: 420,
} as const;

const path = '/v2/sellers/me';

const SellerShape = Type.Object({
  id: Id,
  name: Type.Optional(Nullable(Type.String())),
  // 1 and 0, "1" and "0", and booleans have been observed.
  active: Type.Optional(Type.Union([Type.String(), Type.Boolean(), Type.Null()])),
  registration_status: Type.Optional(Nullable(Type.String())),
});
const Seller = Compile(SellerShape);

export async function fetchSeller(
  client: TikiClient,
  request: Omit<TikiRequest, 'path'>,
): Promise<{ seller: Static<typeof SellerShape>; bytes: Buffer }> {
  const { body, bytes } = await client.read({ ...request, path });
  if (!Seller.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'seller_shape', endpoint: path });
  }
  return { seller: body, bytes };
}

export async function fetchShop(
  client: TikiClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<{ shop: CanonicalShop; raw: RawItem }> {
  const { accessToken } = access;
  const shop = shopKey(access);
  const { seller, bytes } = await fetchSeller(client, {
    accessToken,
    shop,
    signal,
  });
  // Accepting it would assign one seller's orders to another's shop.
  if (seller.id !== access.externalShopId) {
    throw new PartnerError({ kind: 'protocol', code: 'other_shop', endpoint: path });
  }
  const isClosed = seller.active === '0' || seller.active === false;
  return {
    shop: {
      externalShopId: seller.id,
      name: seller.name || seller.id,
      region: tikiRegion.region,
      currency: tikiRegion.currency,
      timeZone: tikiRegion.timeZone,
      status: isClosed ? 'INACTIVE' : 'ACTIVE',
    },
    raw: createRawItem('shop', seller.id, null, bytes),
  };
}
