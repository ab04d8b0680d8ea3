import type { endpoints, EndpointName } from '@seller-connect/contract/endpoints';

type GetEndpoint = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'GET' ? Name : never;
}[EndpointName];

/** Endpoints whose response is shown. */
export type EndpointQuery = GetEndpoint | 'openInvitation' | 'previewAlertRule' | 'queryReports';

/** Queries other than the call of an endpoint, with the inputs of their keys. */
interface OwnQueryInputs {
  ownSessions: [];
  ownGoogleLink: [];
  pushSubscription: [];
  saveCredential: [platform: string, code: string, state: string | null];
  exchangeGoogleCode: [state: string | undefined];
  /** A typed question, in the terms of the report's filters. */
  answerQuestion: [question: object];
}

/** Inputs of the keys by query; of an endpoint, the `params`, `query` and `body` of its call. */
type QueryKeyInputs = OwnQueryInputs & { [Name in EndpointQuery]: readonly object[] };

export type QueryName = keyof QueryKeyInputs;
type KeyOf<Name extends QueryName> = readonly [Name, ...QueryKeyInputs[Name]];
type AnyKey =
  | KeyOf<EndpointQuery>
  | { [Name in keyof OwnQueryInputs]: KeyOf<Name> }[keyof OwnQueryInputs];

declare module '@tanstack/react-query' {
  interface Register {
    /** Rejects keys at compile time that were not created by `queryKey`. */
    queryKey: AnyKey;
  }
}

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
