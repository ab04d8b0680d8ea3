import type { ShopAccess } from '../connector/shop-access.ts';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CanonicalShop, RawItem } from '../canonical/canonical.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { createRawItem } from '../parsing/items.ts';
import type { GraphClient } from './client.ts';
import { Id, Nullable, lookUp } from '../parsing/fields.ts';
import { shopKey } from '../connector/shop-access.ts';

const endpoint = '/act_{id}';
const fields = 'account_id,name,currency,timezone_name,account_status';

/**
 * Ad accounts belong to no country: one host and one id space serve the world. ISO 3166 reserves ZZ for private use,
 * and CLDR uses it for an unknown region.
 */
export const unspecifiedRegion = 'ZZ';

const AccountShape = Type.Object({
  account_id: Id,
  name: Type.Optional(Nullable(Type.String())),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  timezone_name: Type.String({ minLength: 1 }),
  account_status: Type.String(),
});
const Account = Compile(AccountShape);

/** @see https://developers.facebook.com/docs/marketing-api/reference/ad-account */
const statuses: Readonly<Record<string, string>> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  8: 'PENDING_SETTLEMENT',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
  201: 'ANY_ACTIVE',
  202: 'ANY_CLOSED',
};

export async function fetchAccount(
  client: GraphClient,
  access: ShopAccess,
  signal: AbortSignal | undefined,
): Promise<{ shop: CanonicalShop; raw: RawItem }> {
  const { body, bytes } = await client.read({
    path: accountPath(access),
    endpoint,
    accessToken: access.accessToken,
    shop: shopKey(access),
    parameters: { fields },
    signal,
  });
  if (!Account.Check(body) || !isTimeZone(body.timezone_name)) {
    throw new PartnerError({ kind: 'protocol', code: 'account_shape', endpoint });
  }
  // Accepting it would assign one account's metrics to another.
  if (body.account_id !== access.externalShopId) {
    throw new PartnerError({ kind: 'protocol', code: 'other_shop', endpoint });
  }
  return { shop: toShop(body), raw: createRawItem('ad_account', body.account_id, null, bytes) };
}

function toShop(account: Static<typeof AccountShape>): CanonicalShop {
  return {
    externalShopId: account.account_id,
    name: account.name || account.account_id,
    region: unspecifiedRegion,
    currency: account.currency,
    timeZone: account.timezone_name,
    status: lookUp(statuses, account.account_status) ?? account.account_status,
  };
}

/** Days in an unknown time zone could not be converted to instants. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

export function accountPath(access: ShopAccess): string {
  return `/act_${access.externalShopId}`;
}
