import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Grant, GrantedShop } from '../../connector/connector.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { sideBySide } from '../../http/map-concurrently.ts';
import type { ShopeeClient } from './client.ts';
import { exchangePath, refreshPath } from './errors.ts';
import { readAuthorisation } from './shop.ts';

/** The shops of a main account may be many. */
const callsAtOnce = 6;

const TokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.String({ minLength: 1 }),
  expire_in: Type.String({ pattern: '^\\d{1,12}$' }),
  /** The shops of a main account. */
  shop_id_list: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
});
type Token = Static<typeof TokenShape>;
const Token = Compile(TokenShape);

/** A shop and what only the exchange can tell about it: a refresh wants the one and keeps the other. */
interface Authorised {
  shopId: string;
  region: string;
  /** null: the shop did not say. */
  endsAt: Date | null;
}

/**
 * A shop's account gives a chain of tokens for its shop. A main account gives one first pair for all of its shops,
 * which begins a chain for each of them.
 * @throws PartnerError `shop_missing` when the redirect said neither whose shop nor whose main account it is, or the
 * main account has no shop
 */
export async function exchangeCode(
  client: ShopeeClient,
  code: string,
  extras: Readonly<Record<string, string>>,
): Promise<Grant> {
  const { shop_id: shopId = '', main_account_id: mainAccountId = '' } = extras;
  if (isId(shopId)) {
    const token = await spend(client, exchangePath, { code, shop_id: Number(shopId) });
    return toGrant(client, token, await authorised(client, token, shopId));
  }
  if (!isId(mainAccountId)) throw shopMissing('The redirect named no shop and no main account.');
  const body = { code, main_account_id: Number(mainAccountId) };
  const token = await spend(client, exchangePath, body);
  return grantOfAll(client, token, mainAccountId);
}

/** A shop that is closed or in a country that nobody knows does not stand in the way of the others. */
async function grantOfAll(
  client: ShopeeClient,
  token: Token,
  mainAccountId: string,
): Promise<Grant> {
  const ids = [...new Set(token.shop_id_list)].filter(isId);
  const failed: { error: unknown }[] = [];
  const asked = await sideBySide(ids, callsAtOnce, (shopId) =>
    authorised(client, token, shopId).catch((error: unknown) => {
      failed.push({ error });
      return null;
    }),
  );
  const shops = asked.flatMap((each) => (each ? [chainOf(token, each)] : []));
  if (shops.length === 0) {
    const [first] = failed;
    throw first ? first.error : shopMissing('The main account has no shop.');
  }
  return {
    ...common(client, token),
    refreshToken: null,
    refreshExpiresAt: null,
    shops,
    account: mainAccountId,
  };
}

export async function refresh(client: ShopeeClient, held: string): Promise<Grant> {
  const match = /^([A-Z]{2}):(\d{1,10}):(\d{1,12}):(.+)$/.exec(held);
  if (match === null) {
    const code = 'bad_refresh_token';
    throw new PartnerError({ kind: 'needs_reauthorization', code, endpoint: refreshPath });
  }
  const [, region = '', shopId = '', seconds = '', refreshToken = ''] = match;
  const body = { refresh_token: refreshToken, shop_id: Number(shopId) };
  const endsAt = seconds === '0' ? null : new Date(Number(seconds) * 1000);
  return toGrant(client, await spend(client, refreshPath, body), { shopId, region, endsAt });
}

/** Unsigned 32 bits, so a JavaScript number holds it. */
function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 4_294_967_295;
}

function shopMissing(detail: string): PartnerError {
  const endpoint = exchangePath;
  return new PartnerError({ kind: 'invalid_request', code: 'shop_missing', endpoint, detail });
}

async function spend(client: ShopeeClient, path: string, body: object): Promise<Token> {
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

async function authorised(client: ShopeeClient, token: Token, shopId: string): Promise<Authorised> {
  return { shopId, ...(await readAuthorisation(client, token.access_token, shopId)) };
}

function common(client: ShopeeClient, token: Token) {
  const now = client.environment.clock().getTime();
  const life = Number(token.expire_in);
  return {
    accessToken: token.access_token,
    // One official sample has an instant here in place of a life.
    accessExpiresAt: new Date(life > 1e9 ? life * 1000 : now + life * 1000),
  };
}

/** What a refresh wants to see beside the token, and when all refreshing ends; who keeps it need not know. */
function chainOf(token: Token, { shopId, region, endsAt }: Authorised): GrantedShop {
  const seconds = endsAt === null ? 0 : Math.floor(endsAt.getTime() / 1000);
  return {
    externalShopId: shopId,
    region,
    renewal: {
      refreshToken: `${region}:${shopId}:${seconds}:${token.refresh_token}`,
      // A refresh token lives for 30 days, its successors as long again: the end is that of the authorisation.
      refreshExpiresAt: endsAt,
    },
  };
}

function toGrant(client: ShopeeClient, token: Token, shop: Authorised): Grant {
  const { renewal, ...granted } = chainOf(token, shop);
  return {
    ...common(client, token),
    refreshToken: renewal?.refreshToken ?? null,
    refreshExpiresAt: renewal?.refreshExpiresAt ?? null,
    shops: [granted],
    account: null,
  };
}
