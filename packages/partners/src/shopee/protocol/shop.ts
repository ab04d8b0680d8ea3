import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { OptionalText } from '../../parsing/fields.ts';
import type { CanonicalShop, RawItem } from '../../canonical/canonical.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { parseConsentEnd } from '../../connector/token-expiry.ts';
import { createRawItem } from '../../parsing/items.ts';
import type { ShopeeClient } from './client.ts';
import { requireRegion } from './regions.ts';

const path = '/api/v2/shop/get_shop_info';

const ShopInfo = Compile(
  Type.Object({
    shop_name: OptionalText,
    region: Type.String({ pattern: '^[A-Za-z]{2}$' }),
    status: OptionalText,
    /** Expiry of the consent, Unix seconds. */
    expire_time: Type.Optional(Type.Unknown()),
  }),
);

async function fetchShopInfo(
  client: ShopeeClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
) {
  const { body, bytes } = await client.read({ path, access, signal });
  if (!ShopInfo.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'shop_shape', endpoint: path });
  }
  return { info: body, region: body.region.toUpperCase(), bytes };
}

/** Fetches country and consent expiry of a shop with a new token, since the token response contains neither. */
export async function fetchAuthorization(
  client: ShopeeClient,
  accessToken: string,
  externalShopId: string,
): Promise<{ region: string; endsAt: Date | null }> {
  const { info, region } = await fetchShopInfo(
    client,
    { accessToken, externalShopId, region: 'VN' },
    undefined,
  );
  requireRegion({ region }, path);
  const now = client.environment.clock().getTime();
  return { region, endsAt: parseConsentEnd(info.expire_time, now) };
}

export async function fetchShop(
  client: ShopeeClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<{ shop: CanonicalShop; raw: RawItem }> {
  const { info, region, bytes } = await fetchShopInfo(client, access, signal);
  const { currency, timeZone } = requireRegion({ region }, path);
  const { externalShopId } = access;
  return {
    shop: {
      externalShopId,
      name: info.shop_name || externalShopId,
      region,
      currency,
      timeZone,
      status: info.status ?? '',
    },
    raw: createRawItem('shop', externalShopId, null, bytes),
  };
}
