import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant, GrantedShop } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { mapConcurrently } from '../../http/batches.ts';
import type { ShopeeClient } from './client.ts';
import { exchangePath, refreshPath } from './errors.ts';
import { fetchAuthorization } from './shop.ts';
import { parseExpiry, parseLifetime, unknownExpiry } from '../../connector/token-expiry.ts';
import { Nullable } from '../../parsing/fields.ts';

/** Limit of concurrent calls for the shops of a main account, of which there may be many. */
const maxConcurrentCalls = 6;

const TokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  expire_in: Type.Optional(Type.Unknown()),
  /** Ids of the shops of a main account. */
  shop_id_list: Type.Optional(Nullable(Type.Array(Type.Unknown()))),
});
type Token = Static<typeof TokenShape>;
const Token = Compile(TokenShape);

/** A shop with data that only the code exchange can fetch and every refresh needs. */
interface AuthorizedShop {
  shopId: string;
  region: string;
  /** When the consent expires; null when Shopee does not report it. */
  endsAt: Date | null;
}

/**
 * Exchanges an authorization code. A shop account gets a token chain for its shop. A main account gets one initial
 * token pair for all of its shops, from which each shop starts a chain of its own.
 * @throws PartnerError `invalid_request` with code `shop_missing` when the redirect named neither a shop nor a main
 *   account, or the main account has no shop
 */
export async function exchangeCode(
  client: ShopeeClient,
  code: string,
  extras: Readonly<Record<string, string>>,
): Promise<Grant> {
  const { shop_id: shopId = '', main_account_id: mainAccountId = '' } = extras;
  if (isShopId(shopId)) {
    const token = await requestToken(client, exchangePath, { code, shop_id: Number(shopId) });
    return toGrant(client, token, await authorizeShop(client, token, shopId));
  }
  if (!isShopId(mainAccountId))
    throw shopMissingError('The redirect named no shop and no main account.');
  const body = { code, main_account_id: Number(mainAccountId) };
  const token = await requestToken(client, exchangePath, body);
  return grantForMainAccount(client, token, mainAccountId);
}

/** Returns the grant of a main account. A shop that is closed or in an unknown country does not affect the others. */
async function grantForMainAccount(
  client: ShopeeClient,
  token: Token,
  mainAccountId: string,
): Promise<Grant> {
  const ids = [...new Set(token.shop_id_list)].filter(isShopId);
  const failures: { error: unknown }[] = [];
  const authorizations = await mapConcurrently(ids, maxConcurrentCalls, (shopId) =>
    authorizeShop(client, token, shopId).catch((error: unknown) => {
      failures.push({ error });
      return null;
    }),
  );
  const shops = authorizations.flatMap((each) => (each ? [toGrantedShop(token, each)] : []));
  if (shops.length === 0) {
    const [first] = failures;
    throw first ? first.error : shopMissingError('The main account has no shop.');
  }
  return {
    ...accessTokenFields(client, token),
    refreshToken: null,
    refreshExpiresAt: null,
    shops,
    account: mainAccountId,
  };
}

/**
 * Refreshes the token chain of one shop.
 * @throws PartnerError `needs_reauthorization` with code `bad_refresh_token` when the stored token is malformed
 */
export async function refresh(client: ShopeeClient, storedToken: string): Promise<Grant> {
  const match = /^([A-Z]{2}):(\d{1,10}):(\d{1,12}):(.+)$/.exec(storedToken);
  if (match === null) {
    const code = 'bad_refresh_token';
    throw new PartnerError({ kind: 'needs_reauthorization', code, endpoint: refreshPath });
  }
  const [, region = '', shopId = '', seconds = '', refreshToken = ''] = match;
  const body = { refresh_token: refreshToken, shop_id: Number(shopId) };
  const endsAt = seconds === '0' ? null : new Date(Number(seconds) * 1000);
  return toGrant(client, await requestToken(client, refreshPath, body), { shopId, region, endsAt });
}

/** Shop ids are unsigned 32-bit integers, which fit a JavaScript number. */
function isShopId(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 4_294_967_295;
}

function shopMissingError(detail: string): PartnerError {
  const endpoint = exchangePath;
  return new PartnerError({ kind: 'invalid_request', code: 'shop_missing', endpoint, detail });
}

async function requestToken(client: ShopeeClient, path: string, body: object): Promise<Token> {
  const { partnerId } = client.application;
  const { body: token } = await client.exchange({
    path,
    access: null,
    body: { ...body, partner_id: Number(partnerId) },
  });
  if (!Token.Check(token)) {
    throw new PartnerError({ kind: 'protocol', code: 'token_shape', endpoint: path });
  }
  return token;
}

async function authorizeShop(
  client: ShopeeClient,
  token: Token,
  shopId: string,
): Promise<AuthorizedShop> {
  return { shopId, ...(await fetchAuthorization(client, token.access_token, shopId)) };
}

function accessTokenFields(client: ShopeeClient, token: Token) {
  const now = client.environment.clock().getTime();
  const { access_token: accessToken, expire_in: seconds } = token;
  return {
    accessToken,
    // The value is a lifetime in seconds. One official sample has a Unix timestamp instead.
    accessExpiresAt: parseLifetime(seconds, now) ?? parseExpiry(seconds, now) ?? unknownExpiry(now),
  };
}

/** Encodes the data that every refresh needs into the refresh token, which is opaque to callers. */
function toGrantedShop(token: Token, { shopId, region, endsAt }: AuthorizedShop): GrantedShop {
  const seconds = endsAt === null ? 0 : Math.floor(endsAt.getTime() / 1000);
  return {
    externalShopId: shopId,
    region,
    renewal: {
      refreshToken: `${region}:${shopId}:${seconds}:${token.refresh_token}`,
      // A refresh token is valid for 30 days, and each refresh issues a new one. The chain ends with the consent.
      refreshExpiresAt: endsAt,
    },
  };
}

function toGrant(client: ShopeeClient, token: Token, shop: AuthorizedShop): Grant {
  const { renewal, ...granted } = toGrantedShop(token, shop);
  return {
    ...accessTokenFields(client, token),
    refreshToken: renewal?.refreshToken ?? null,
    refreshExpiresAt: renewal?.refreshExpiresAt ?? null,
    shops: [granted],
    account: null,
  };
}
