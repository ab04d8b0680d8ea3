import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, OptionalText } from '../../parsing/fields.ts';
import type { CanonicalShop, RawItem } from '../../canonical/canonical.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { createRawItem } from '../../parsing/items.ts';
import type { TikTokResponse, TikTokClient, TikTokRequest } from './client.ts';
import { isCipherRejected } from './errors.ts';
import { requireRegion } from './regions.ts';

const path = '/authorization/202309/shops';
/** Maximum number of cached ciphers; an evicted one costs a call. */
const maxCiphers = 10_000;

const ShopShape = Type.Object({
  id: Id,
  name: OptionalText,
  region: Type.String({ pattern: '^[A-Za-z]{2}$' }),
  cipher: Type.String({ minLength: 1 }),
});
const Shop = Compile(ShopShape);
type Shop = Static<typeof ShopShape>;

interface Authorized {
  shop: Shop;
  bytes: Buffer;
}

/** Fetches every shop that an access token covers. */
export async function fetchAuthorizedShops(
  client: TikTokClient,
  access: Pick<ShopAccess, 'accessToken'>,
  of: { shop: string | null; signal?: AbortSignal | undefined },
): Promise<Authorized[]> {
  // This call rejects a cipher.
  const { elements, hasArray } = await client.read({ path, access, ...of }, 'shops');
  const shops = elements.flatMap(({ bytes, value: shop }) =>
    Shop.Check(shop) ? [{ shop, bytes }] : [],
  );
  if (!hasArray || shops.length < elements.length) {
    throw new PartnerError({ kind: 'protocol', code: 'shops_shape', endpoint: path });
  }
  return shops;
}

/** Sends calls for single shops with the shops' ciphers. A cipher is constant for an application. */
export class ShopClient {
  readonly client: TikTokClient;
  readonly #ciphers = new Map<string, string>();

  constructor(client: TikTokClient) {
    this.client = client;
  }

  /** Like `TikTokClient.read`, for a shop. */
  async read(
    access: ShopAccess,
    request: Omit<TikTokRequest, 'access' | 'shop'>,
    list: string | null = null,
  ): Promise<TikTokResponse> {
    const readWith = async (cipher: string): Promise<TikTokResponse> =>
      this.client.read(
        {
          ...request,
          access,
          shop: shopKey(access),
          parameters: { ...request.parameters, shop_cipher: cipher },
        },
        list,
      );
    const known = this.#ciphers.get(access.externalShopId);
    if (known !== undefined) {
      try {
        return await readWith(known);
      } catch (error) {
        if (!isCipherRejected(error)) throw error;
      }
    }
    return readWith(await this.#fetchCipher(access, request.signal));
  }

  async #fetchCipher(access: ShopAccess, signal: AbortSignal | undefined): Promise<string> {
    const { shop } = await fetchOwnShop(this.client, access, signal);
    if (this.#ciphers.size >= maxCiphers) this.#ciphers.clear();
    this.#ciphers.set(shop.id, shop.cipher);
    return shop.cipher;
  }
}

export function shopKey(access: Pick<ShopAccess, 'externalShopId' | 'region'>): string {
  return `${access.region}:${access.externalShopId}`;
}

/**
 * Fetches the shop of an access.
 * @throws PartnerError `needs_reauthorization` when the consent no longer covers the shop
 */
async function fetchOwnShop(
  client: TikTokClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<Authorized> {
  const shops = await fetchAuthorizedShops(client, access, { shop: shopKey(access), signal });
  const own = shops.find(({ shop }) => shop.id === access.externalShopId);
  if (own === undefined) {
    throw new PartnerError({
      kind: 'needs_reauthorization',
      code: 'shop_not_authorized',
      endpoint: path,
      isOfOneShop: true,
    });
  }
  return own;
}

export async function fetchShop(
  client: TikTokClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<{ shop: CanonicalShop; raw: RawItem }> {
  const { shop, bytes } = await fetchOwnShop(client, access, signal);
  const region = shop.region.toUpperCase();
  const { currency, timeZone } = requireRegion({ region }, path);
  return {
    shop: {
      externalShopId: shop.id,
      name: shop.name?.trim() || shop.id,
      region,
      currency,
      timeZone,
      // The platform reports no status here; all other calls are rejected for a closed shop.
      status: 'AUTHORIZED',
    },
    raw: createRawItem('shop', shop.id, null, bytes),
  };
}
