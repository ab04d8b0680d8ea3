import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant } from '../connector.ts';
import { PartnerError } from '../partner-error.ts';
import type { ShopeeClient } from './client.ts';
import { readRegion } from './shop.ts';

const exchangePath = '/api/v2/auth/token/get';
const refreshPath = '/api/v2/auth/access_token/get';
/** The protocol names no end of a refresh token in its answers; its documentation does. */
const refreshLifeMs = 30 * 86_400_000;

const Token = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1 }),
    refresh_token: Type.String({ minLength: 1 }),
    expire_in: Type.String({ pattern: '^\\d{1,12}$' }),
  }),
);

/** @throws PartnerError `shop_missing` for a main account: its one token would stand for several shops */
export async function exchangeCode(
  client: ShopeeClient,
  code: string,
  extras: Readonly<Record<string, string>>,
): Promise<Grant> {
  const shopId = extras['shop_id'] ?? '';
  if (!isShopId(shopId)) {
    throw new PartnerError({
      kind: 'invalid_request',
      code: 'shop_missing',
      endpoint: exchangePath,
      detail: 'The redirect named no shop: the seller signed in with a main account.',
    });
  }
  const token = await spend(client, exchangePath, { code, shop_id: Number(shopId) });
  const region = await readRegion(client, token.access_token, shopId);
  return toGrant(client, token, { shopId, region });
}

export async function refresh(client: ShopeeClient, held: string): Promise<Grant> {
  const match = /^([A-Z]{2}):(\d{1,10}):(.+)$/.exec(held);
  if (match === null) {
    const code = 'bad_refresh_token';
    throw new PartnerError({ kind: 'needs_reauthorization', code, endpoint: refreshPath });
  }
  const [, region = '', shopId = '', refreshToken = ''] = match;
  const body = { refresh_token: refreshToken, shop_id: Number(shopId) };
  return toGrant(client, await spend(client, refreshPath, body), { shopId, region });
}

/** Unsigned 32 bits, so a JavaScript number holds it. */
function isShopId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 4_294_967_295;
}

async function spend(client: ShopeeClient, path: string, body: object) {
  const { partnerId } = client.application;
  const { body: token } = await client.spend({
    path,
    access: null,
    body: { ...body, partner_id: Number(partnerId) },
  });
  if (!Token.Check(token)) {
    throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint: path });
  }
  return token;
}

function toGrant(
  client: ShopeeClient,
  token: { access_token: string; refresh_token: string; expire_in: string },
  { shopId, region }: { shopId: string; region: string },
): Grant {
  const now = client.environment.clock().getTime();
  const life = Number(token.expire_in);
  return {
    accessToken: token.access_token,
    // One official sample has an instant here in place of a life.
    accessExpiresAt: new Date(life > 1e9 ? life * 1000 : now + life * 1000),
    // A refresh wants the shop as well; who keeps the token need not know.
    refreshToken: `${region}:${shopId}:${token.refresh_token}`,
    refreshExpiresAt: new Date(now + refreshLifeMs),
    shops: [{ externalShopId: shopId, region }],
    account: null,
  };
}
