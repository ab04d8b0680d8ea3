import type {
  BrandQuery,
  DifferenceReason,
  ListingQuery,
  ListingChangesQuery,
  ListingStockQuery,
  OrderCountQuery,
  OrderFilter,
  OrderQuery,
  PriceQuery,
  Query,
  ReconciliationQuery,
  ReportsQuery,
  RequestBody,
  TargetQuery,
  TargetsQuery,
} from '@seller-connect/contract';

/** All queries by name, usually that of the API call, with the inputs of their keys. */
interface QueryKeyInputs {
  getUser: [];
  readTeam: [];
  listInvitations: [];
  openInvitation: [token: string];
  ownSessions: [];
  ownGoogleLink: [];
  readAudit: [filters: object];

  listShops: [];
  listPartners: [];
  checkSyncedData: [];
  collectionRuns: [shopId: string, pageSize: number];
  shopHistory: [shopId: string, pageSize: number];
  saveCredential: [platform: string, code: string, state: string | null];
  exchangeGoogleCode: [state: string | undefined];

  reportSummary: [query: Query<'reportSummary'>];
  reportHours: [query: Query<'reportHours'>];
  reportBreakdown: [query: Query<'reportBreakdown'>];
  reportProducts: [query: Query<'reportProducts'>];
  /** A typed question, in the terms of the report's filters. */
  answerQuestion: [question: object];
  reportExplanation: [query: Query<'reportExplanation'>];
  queryReports: [query: ReportsQuery];
  reportAds: [query: Query<'reportAds'>];
  reportMoney: [query: Query<'reportMoney'>];
  listOrders: [query: OrderQuery];
  sumOrders: [query: OrderFilter];
  countOrders: [query: OrderCountQuery];
  readTodo: [];
  readTargets: [query: TargetQuery];
  listTargets: [query: TargetsQuery];
  listChartNotes: [query: { readonly from: string; readonly to: string }];
  getOrder: [shopId: string, orderId: string];
  orderAnswers: [shopId: string, orderId: string];
  listListings: [query: ListingQuery];
  listListingChanges: [query: ListingChangesQuery];
  readListingStock: [query: ListingStockQuery];
  listReconciliations: [query: ReconciliationQuery];
  getReconciliationProgress: [uploadId: string];
  getReconciliation: [checkId: string];
  listDifferences: [checkId: string, reason: DifferenceReason | null, page: number];
  listReportAccess: [];
  reportsCatalogue: [];
  listSavedViews: [];
  listReportSchedules: [];
  listAlertRules: [];
  previewAlertRule: [watched: RequestBody<'previewAlertRule'>];

  listNotifications: [];
  notificationSettings: [];
  pushSubscription: [];
  readWebhook: [];

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
    /** Rejects keys at compile time that were not created by `queryKey`. */
    queryKey: AnyKey;
  }
}

/** Creates the key of a query. */
export function queryKey<Name extends QueryName>(
  name: Name,
  ...inputs: QueryKeyInputs[Name]
): KeyOf<Name> {
  return [name, ...inputs];
}

/** Queries that can be invalidated. Single-use codes are excluded, because they are sent once. */
export type InvalidatableQuery = Exclude<QueryName, 'saveCredential' | 'exchangeGoogleCode'>;

/**
 * Options of a query that sends a single-use code: no event, remount or change sends it again. TanStack
 * Query never treats a failed query as static, so it is also disabled; only its own `refetch` retries.
 */
export const singleUseQueryOptions = {
  staleTime: 'static',
  enabled: ({ state }: { readonly state: { readonly status: string } }) =>
    state.status === 'pending',
} as const;

/** Metrics of the reports: sales, payouts and ads. */
export const reportQueryNames = [
  'reportSummary',
  'reportHours',
  'reportBreakdown',
  'reportProducts',
  'reportExplanation',
  'queryReports',
  'reportAds',
  'reportMoney',
  'readTodo',
  'readTargets',
] as const satisfies readonly InvalidatableQuery[];

/** Queries that show brands: their own screens, and the prices of their products. */
export const brandQueryNames = [
  'listBrands',
  'getBrand',
  'brandHistory',
  'pricedBrands',
  'listPrices',
] as const satisfies readonly InvalidatableQuery[];

/** Queries that show prices. */
export const priceQueryNames = [
  'listPrices',
  'pricedBrands',
  'getPrice',
  'priceHistory',
] as const satisfies readonly InvalidatableQuery[];

/** Queries affected by linking or disconnecting a shop. */
export const shopQueryNames = [
  'listShops',
  'checkSyncedData',
  'shopHistory',
  'collectionRuns',
  'readAudit',
] as const satisfies readonly InvalidatableQuery[];
