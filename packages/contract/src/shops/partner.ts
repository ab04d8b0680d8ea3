import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Currency, Instant, Nullable, PageQuery, Platform, Uuid } from '../values.ts';

export const ShopStatus = Type.Enum(['connected', 'needs_reauthorization', 'disconnected']);
export type ShopStatus = Static<typeof ShopStatus>;

export const Shop = Type.Object({
  id: Uuid,
  platform: Platform,
  externalShopId: Type.String(),
  name: Type.String(),
  region: Type.String(),
  currency: Currency,
  /** IANA name. The days of this shop's reports are days in this time zone. */
  timeZone: Type.String(),
  status: ShopStatus,
  linkedAt: Instant,
  lastSyncedAt: Nullable(Instant),
  /** When the consent expires unless the seller renews it; null when it does not expire or has ended. */
  permissionEndsAt: Nullable(Instant),
  /** Why the seller has to reauthorize, in the caller's language. */
  reauthorization: Nullable(Type.Object({ reason: Type.String(), message: Type.String() })),
});
export type Shop = Static<typeof Shop>;

export const ShopList = Type.Object({ items: Type.Array(Shop), total: Type.Integer() });
export type ShopList = Static<typeof ShopList>;

/** Whether a partner can be linked now; `false` leads to the Unavailable partner screen. */
const PartnerAvailabilityList = Type.Object({
  items: Type.Array(Type.Object({ platform: Platform, available: Type.Boolean() })),
  total: Type.Integer(),
});

const AuthorizeQuery = Type.Object({
  platform: Type.String({ maxLength: 40 }),
  /** The shop to link again; consents for other shops are then refused. */
  shopId: Type.Optional(Uuid),
});

export const Authorization = Type.Object({
  /** The partner's consent page, built and signed by the server. */
  url: Type.String(),
  /** Single-use and bound to the caller's session; returned on the partner's redirect. */
  state: Type.String(),
  expiresAt: Instant,
});
export type Authorization = Static<typeof Authorization>;

/** The specification's credential payload, with the redirect's `state` and partner-specific fields. */
export const CredentialBody = Type.Object(
  {
    platform: Type.String({ maxLength: 40 }),
    accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
    state: Type.Optional(Type.String({ maxLength: 512 })),
    /** Shopee: the owner of the code, either a shop or a main account with several shops. */
    shop_id: Type.Optional(Type.String({ maxLength: 64 })),
    main_account_id: Type.Optional(Type.String({ maxLength: 64 })),
  },
  // Additional properties would reach the token exchange with the marketplace.
  { additionalProperties: false },
);
export type CredentialBody = Static<typeof CredentialBody>;

export const LinkResult = Type.Object({
  /** The shops covered by this consent, both new and linked again. */
  shops: Type.Array(Shop),
});
export type LinkResult = Static<typeof LinkResult>;

const ShopParams = Type.Object({ shopId: Uuid });

/** A change of a shop's link. */
export const ShopEvent = Type.Object({
  id: Uuid,
  kind: Type.Enum(['linked', 'linked_again', 'needs_reauthorization', 'disconnected']),
  occurredAt: Instant,
  /** Who made the change; null when it came from the marketplace or from us. */
  by: Nullable(Type.Enum(['you', 'colleague'])),
});
export type ShopEvent = Static<typeof ShopEvent>;

export const ShopHistory = Type.Object({
  /** Newest first. */
  items: Type.Array(ShopEvent),
  total: Type.Integer(),
});
export type ShopHistory = Static<typeof ShopHistory>;

export const partnerRoutes = {
  listShops: {
    ...endpoints.listShops,
    summary: 'Lists the linked shops',
    access: 'session',
    status: 200,
    response: ShopList,
  },
  listPartners: {
    ...endpoints.listPartners,
    summary: 'Lists the partners that can be linked',
    access: 'session',
    status: 200,
    response: PartnerAvailabilityList,
  },
  authorizePartner: {
    ...endpoints.authorizePartner,
    summary: 'Returns the URL of the partner’s consent page',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    query: AuthorizeQuery,
    response: Authorization,
  },
  saveCredential: {
    ...endpoints.saveCredential,
    summary: 'Submits the result of the partner’s redirect and links the authorized shops',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    body: CredentialBody,
    response: LinkResult,
  },
  shopHistory: {
    ...endpoints.shopHistory,
    summary: 'Lists the changes to a shop’s link and who made them',
    access: 'session',
    status: 200,
    params: ShopParams,
    query: PageQuery,
    response: ShopHistory,
  },
  disconnectShop: {
    ...endpoints.disconnectShop,
    summary: 'Disconnects a shop and keeps its synced data',
    access: 'session',
    minimumRole: 'member',
    status: 200,
    params: ShopParams,
    response: Shop,
  },
  eraseShop: {
    ...endpoints.eraseShop,
    summary: 'Erases all synced data of a disconnected shop',
    access: 'session',
    minimumRole: 'owner',
    status: 204,
    params: ShopParams,
    response: Type.Null(),
  },
  eraseTeamData: {
    ...endpoints.eraseTeamData,
    summary: 'Disconnects all shops and erases all synced data',
    access: 'session',
    minimumRole: 'owner',
    status: 204,
    response: Type.Null(),
  },
} as const satisfies Routes;
