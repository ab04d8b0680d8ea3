import { Type, type Static } from 'typebox';
import { endpoints } from './endpoints.ts';
import type { Routes } from './route.ts';
import { Currency, Instant, Platform, Uuid } from './values.ts';

export const ShopStatus = Type.Union([
  Type.Literal('connected'),
  Type.Literal('needs_reauthorization'),
  Type.Literal('disconnected'),
]);
export type ShopStatus = Static<typeof ShopStatus>;

export const Shop = Type.Object({
  id: Uuid,
  platform: Platform,
  externalShopId: Type.String(),
  name: Type.String(),
  region: Type.String(),
  currency: Currency,
  /** IANA name; the days of this shop's reports are days in it. */
  timeZone: Type.String(),
  status: ShopStatus,
  linkedAt: Instant,
  lastSynchronisedAt: Type.Union([Instant, Type.Null()]),
});
export type Shop = Static<typeof Shop>;

export const ShopList = Type.Object({ items: Type.Array(Shop), total: Type.Integer() });
export type ShopList = Static<typeof ShopList>;

/** Whether a partner can be linked now; `false` leads to the Unavailable partner screen. */
export const PartnerList = Type.Object({
  items: Type.Array(Type.Object({ platform: Platform, available: Type.Boolean() })),
  total: Type.Integer(),
});
export type PartnerList = Static<typeof PartnerList>;

export const AuthorizeQuery = Type.Object({ platform: Type.String({ maxLength: 40 }) });

export const Authorization = Type.Object({
  /** The partner's consent page, built and signed by the server. */
  url: Type.String(),
  /** Single-use and bound to the caller's session; comes back on the partner's redirect. */
  state: Type.String(),
  expiresAt: Instant,
});
export type Authorization = Static<typeof Authorization>;

/** The specification's credential payload, with the redirect's `state` and a partner's extras. */
export const CredentialBody = Type.Object({
  platform: Type.String({ maxLength: 40 }),
  accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
  state: Type.Optional(Type.String({ maxLength: 512 })),
  shop_id: Type.Optional(Type.String({ maxLength: 64 })),
});
export type CredentialBody = Static<typeof CredentialBody>;

export const LinkedShops = Type.Object({
  /** The shops that this authorisation opened, new ones and ones linked again. */
  shops: Type.Array(Shop),
});
export type LinkedShops = Static<typeof LinkedShops>;

export const ShopParams = Type.Object({ shopId: Uuid });

export const partnerRoutes = {
  listShops: {
    ...endpoints.listShops,
    summary: 'Every shop that the seller has linked',
    access: 'session',
    status: 200,
    response: ShopList,
  },
  listPartners: {
    ...endpoints.listPartners,
    summary: 'Which partners can be linked now',
    access: 'session',
    status: 200,
    response: PartnerList,
  },
  authorizePartner: {
    ...endpoints.authorizePartner,
    summary: 'The address of the partner’s consent page',
    access: 'session',
    team: 'member',
    status: 200,
    query: AuthorizeQuery,
    response: Authorization,
  },
  saveCredential: {
    ...endpoints.saveCredential,
    summary: 'Hand over what the partner’s redirect brought; links the shops it opens',
    access: 'session',
    team: 'member',
    status: 200,
    body: CredentialBody,
    response: LinkedShops,
  },
  disconnectShop: {
    ...endpoints.disconnectShop,
    summary: 'Stop reading a shop; what was read stays',
    access: 'session',
    team: 'member',
    status: 200,
    params: ShopParams,
    response: Shop,
  },
} as const satisfies Routes;
