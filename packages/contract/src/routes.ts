import { Type, type Static, type TSchema } from 'typebox';
import { Credential, LoginBody, Validation } from './auth.ts';
import { CollectionRun, SyncedData } from './collector.ts';
import { endpoints, type Endpoint, type EndpointName } from './endpoints.ts';
import {
  Authorization,
  AuthorizeQuery,
  CredentialBody,
  LinkedShops,
  PartnerList,
  Shop,
  ShopList,
  ShopParams,
} from './partner.ts';
import {
  ReportProducts,
  ReportProductsQuery,
  ReportQuery,
  ReportShops,
  ReportSummary,
} from './reporting.ts';
import { SaveUserBody, User } from './user.ts';

/** One call: where it goes, who may make it, what goes in and what comes out. */
export interface Route extends Endpoint {
  summary: string;
  /** `session` calls need the core credential as a bearer token. */
  access: 'public' | 'session';
  status: 200 | 202 | 204;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  response: TSchema;
}

const nothing = Type.Null();

export const api = {
  googleLogin: {
    ...endpoints.googleLogin,
    summary: 'Exchange a Google access token for the core credential',
    access: 'public',
    status: 200,
    body: LoginBody,
    response: Credential,
  },
  identityLogin: {
    ...endpoints.identityLogin,
    summary: 'Exchange an identity access token for the core credential',
    access: 'public',
    status: 200,
    body: LoginBody,
    response: Credential,
  },
  validate: {
    ...endpoints.validate,
    summary: 'Whose credential this is and how long it lasts',
    access: 'session',
    status: 200,
    response: Validation,
  },
  endSession: {
    ...endpoints.endSession,
    summary: 'End the core credential',
    access: 'session',
    status: 204,
    response: nothing,
  },
  getUser: {
    ...endpoints.getUser,
    summary: 'The current user and the saved profile form',
    access: 'session',
    status: 200,
    response: User,
  },
  saveUser: {
    ...endpoints.saveUser,
    summary: 'Save the profile form',
    access: 'session',
    status: 200,
    body: SaveUserBody,
    response: User,
  },
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
    status: 200,
    query: AuthorizeQuery,
    response: Authorization,
  },
  saveCredential: {
    ...endpoints.saveCredential,
    summary: 'Hand over what the partner’s redirect brought; links the shops it opens',
    access: 'session',
    status: 200,
    body: CredentialBody,
    response: LinkedShops,
  },
  disconnectShop: {
    ...endpoints.disconnectShop,
    summary: 'Stop reading a shop; what was read stays',
    access: 'session',
    status: 200,
    params: ShopParams,
    response: Shop,
  },
  startCollection: {
    ...endpoints.startCollection,
    summary: 'Start a collection for every linked shop, or return the one that runs',
    access: 'session',
    status: 202,
    response: CollectionRun,
  },
  checkSyncedData: {
    ...endpoints.checkSyncedData,
    summary: 'What has been synchronised, per shop and stream',
    access: 'session',
    status: 200,
    response: SyncedData,
  },
  collectionEvents: {
    ...endpoints.collectionEvents,
    summary: 'Live progress as Server-Sent Events; each `progress` event carries a SyncedData',
    access: 'session',
    status: 200,
    response: SyncedData,
  },
  reportSummary: {
    ...endpoints.reportSummary,
    summary: 'Figures, trend and freshness of a period',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportSummary,
  },
  reportShops: {
    ...endpoints.reportShops,
    summary: 'The period’s figures by shop',
    access: 'session',
    status: 200,
    query: ReportQuery,
    response: ReportShops,
  },
  reportProducts: {
    ...endpoints.reportProducts,
    summary: 'The period’s best products',
    access: 'session',
    status: 200,
    query: ReportProductsQuery,
    response: ReportProducts,
  },
} as const satisfies Record<EndpointName, Route>;

export type Api = typeof api;

type Part<Name extends EndpointName, Key extends 'params' | 'query' | 'body'> =
  Api[Name] extends Record<Key, infer Schema extends TSchema> ? Static<Schema> : undefined;

export type Answer<Name extends EndpointName> = Static<Api[Name]['response']>;
export type Query<Name extends EndpointName> = Part<Name, 'query'>;
export type Params<Name extends EndpointName> = Part<Name, 'params'>;
export type Body<Name extends EndpointName> = Part<Name, 'body'>;
