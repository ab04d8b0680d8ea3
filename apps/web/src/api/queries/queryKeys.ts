import type {
  BrandQuery,
  DifferenceReason,
  ListingQuery,
  OrderQuery,
  PriceQuery,
  Query,
  ReconciliationQuery,
} from '@seller-connect/contract';

/** Every query by its name, mostly that of its call, with what its answer depends on. */
interface QueryKeyInputs {
  getUser: [];
  readTeam: [];
  listInvitations: [];
  openInvitation: [token: string];
  ownSessions: [];
  ownGoogleLink: [];
  readAudit: [view: object];

  listShops: [];
  listPartners: [];
  checkSyncedData: [];
  collectionRuns: [shopId: string, pageSize: number];
  shopHistory: [shopId: string, pageSize: number];
  saveCredential: [platform: string, code: string, state: string | null];
  exchangeGoogleCode: [state: string | undefined];

  reportSummary: [query: Query<'reportSummary'>];
  reportBreakdown: [query: Query<'reportBreakdown'>];
  reportProducts: [query: Query<'reportProducts'>];
  reportAds: [query: Query<'reportAds'>];
  reportMoney: [query: Query<'reportMoney'>];
  listOrders: [query: OrderQuery];
  getOrder: [shopId: string, orderId: string];
  orderAnswers: [shopId: string, orderId: string];
  listListings: [query: ListingQuery];
  listReconciliations: [query: ReconciliationQuery];
  getReconciliationProgress: [uploadId: string];
  getReconciliation: [checkId: string];
  listDifferences: [checkId: string, reason: DifferenceReason | null, page: number];
  listReportAccess: [];
  reportsCatalogue: [];

  listNotifications: [];
  notificationSettings: [];

  listBrands: [query: BrandQuery];
  getBrand: [code: string];
  brandHistory: [code: string];
  listPrices: [query: PriceQuery];
  pricedBrands: [];
  getPrice: [sku: string];
  priceHistory: [sku: string];
}

export type QueryName = keyof QueryKeyInputs;
type KeyOf<Name extends QueryName> = readonly [Name, ...QueryKeyInputs[Name]];
type AnyKey = { [Name in QueryName]: KeyOf<Name> }[QueryName];

declare module '@tanstack/react-query' {
  interface Register {
    /** A key that was not made by `queryKey` does not compile. */
    queryKey: AnyKey;
  }
}

/** Makes the key of a query. */
export function queryKey<Name extends QueryName>(
  name: Name,
  ...inputs: QueryKeyInputs[Name]
): KeyOf<Name> {
  return [name, ...inputs];
}

/** The queries that a change may make out of date. A single-use code is sent once, so its answer never is. */
export type InvalidatableQuery = Exclude<QueryName, 'saveCredential' | 'exchangeGoogleCode'>;

/**
 * Options of a query that sends a single-use code: no event, remount or change sends it again. A failed query is never
 * static for TanStack, so it is disabled as well; only its own `refetch` asks once more.
 */
export const singleUseQueryOptions = {
  staleTime: 'static',
  enabled: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'pending',
} as const;

/** The figures of the reports: what was sold, paid and spent. */
export const reportQueryNames = [
  'reportSummary',
  'reportBreakdown',
  'reportProducts',
  'reportAds',
  'reportMoney',
] as const satisfies readonly InvalidatableQuery[];

/** What a brand shows in: its own screens, and the prices of its products. */
export const brandQueryNames = [
  'listBrands',
  'getBrand',
  'brandHistory',
  'pricedBrands',
  'listPrices',
] as const satisfies readonly InvalidatableQuery[];

/** What a price shows in. */
export const priceQueryNames = [
  'listPrices',
  'pricedBrands',
  'getPrice',
  'priceHistory',
] as const satisfies readonly InvalidatableQuery[];

/** What a shop that was linked or disconnected shows in. */
export const shopQueryNames = [
  'listShops',
  'checkSyncedData',
  'shopHistory',
  'collectionRuns',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];
