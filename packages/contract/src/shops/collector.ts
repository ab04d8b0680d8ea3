import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, pageParameters, Platform, Uuid } from '../values.ts';

/** The six words for the state of a connection, and no more. */
export const SyncState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('syncing'),
  Type.Literal('up_to_date'),
  Type.Literal('late'),
  Type.Literal('needs_you'),
  Type.Literal('paused'),
]);
export type SyncState = Static<typeof SyncState>;

/**
 * What is read from a shop, or an ad account. `shop` is the record of either itself; `ads` are an account's
 * campaigns, ad sets and ads, `insights` what these did per day.
 */
export const Stream = Type.Union([
  Type.Literal('shop'),
  Type.Literal('products'),
  Type.Literal('orders'),
  Type.Literal('returns'),
  Type.Literal('settlements'),
  Type.Literal('ads'),
  Type.Literal('insights'),
]);
export type Stream = Static<typeof Stream>;

export const StreamProgress = Type.Object({
  stream: Stream,
  state: SyncState,
  /** Share of the known work that is committed, 0 to 1; null while the total is unknown. */
  progress: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()]),
  /** Items committed so far; never runs backwards. */
  rows: Type.Integer(),
  /** Items that the partner says there are; null while unknown. */
  expectedRows: Type.Union([Type.Integer(), Type.Null()]),
  /** `expectedRows` is an estimate from samples: the partner counts nothing. Never of what is read to its end. */
  isEstimate: Type.Boolean(),
  /** The oldest instant from which on everything is in; null before the first window closed. */
  completeFrom: Type.Union([Instant, Type.Null()]),
  lastSucceededAt: Type.Union([Instant, Type.Null()]),
  nextRunAt: Type.Union([Instant, Type.Null()]),
  /** Of orders: how changes become known, once everything is in. */
  updates: Type.Optional(
    Type.Object({
      /** The partner tells of them at once; the readings only make sure that nothing was lost. */
      live: Type.Boolean(),
      /** Whole minutes from one complete reading of what changed to the next. */
      everyMinutes: Type.Integer({ minimum: 1 }),
      /** When something was last read because the partner had told of it. */
      hintedAt: Type.Union([Instant, Type.Null()]),
    }),
  ),
  /** In words that a seller understands and in the caller's language; null when all is well. */
  problem: Type.Union([
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      retryAt: Type.Union([Instant, Type.Null()]),
    }),
    Type.Null(),
  ]),
});
export type StreamProgress = Static<typeof StreamProgress>;

export const ShopProgress = Type.Object({
  shopId: Uuid,
  platform: Platform,
  name: Type.String(),
  state: SyncState,
  streams: Type.Array(StreamProgress),
});
export type ShopProgress = Static<typeof ShopProgress>;

export const SyncStatus = Type.Object({
  /**
   * True when every linked shop has been read completely at least once and none is being back-filled. Returns and
   * settlements follow after that; their own streams tell how far they are.
   */
  synced: Type.Boolean(),
  /** True from the first committed figures on, however many are still missing. */
  hasData: Type.Boolean(),
  shops: Type.Array(ShopProgress),
});
export type SyncStatus = Static<typeof SyncStatus>;

export const CollectionRun = Type.Object({
  runId: Uuid,
  state: Type.Union([Type.Literal('running'), Type.Literal('succeeded'), Type.Literal('failed')]),
  startedAt: Instant,
  finishedAt: Type.Union([Instant, Type.Null()]),
  shopIds: Type.Array(Uuid),
});
export type CollectionRun = Static<typeof CollectionRun>;

const runState = CollectionRun.properties.state;

/** One collection as it went for one shop, or the readings of an hour or a quiet day that nobody asked for. */
export const ShopSyncRun = Type.Object({
  runId: Uuid,
  kind: Type.Union([Type.Literal('asked'), Type.Literal('scheduled')]),
  /** How many readings it stands for. */
  syncCount: Type.Integer(),
  state: runState,
  startedAt: Instant,
  finishedAt: Type.Union([Instant, Type.Null()]),
  streams: Type.Array(
    Type.Object({
      stream: Stream,
      state: runState,
      /** Items that this run added; null where it was not counted. */
      rows: Type.Union([Type.Integer(), Type.Null()]),
      /** Why it failed, in the caller's language. */
      problem: Type.Union([
        Type.Object({ code: Type.String(), message: Type.String() }),
        Type.Null(),
      ]),
    }),
  ),
});
export type ShopSyncRun = Static<typeof ShopSyncRun>;

export const ShopSyncRunsQuery = Type.Object({ shopId: Uuid, ...pageParameters });
export const ShopSyncRunList = Type.Object({
  /** Newest first. */
  items: Type.Array(ShopSyncRun),
  total: Type.Integer(),
});
export type ShopSyncRunList = Static<typeof ShopSyncRunList>;

export const collectorRoutes = {
  startCollection: {
    ...endpoints.startCollection,
    summary: 'Start a collection for every linked shop, or return the one that runs',
    access: 'session',
    team: 'member',
    status: 202,
    response: CollectionRun,
  },
  checkSyncedData: {
    ...endpoints.checkSyncedData,
    summary: 'What has been synchronised, per shop and stream',
    access: 'session',
    status: 200,
    response: SyncStatus,
  },
  collectionRuns: {
    ...endpoints.collectionRuns,
    summary: 'The collections of one shop and how they ended',
    access: 'session',
    status: 200,
    query: ShopSyncRunsQuery,
    response: ShopSyncRunList,
  },
  collectionEvents: {
    ...endpoints.collectionEvents,
    summary: 'Live progress as Server-Sent Events; each `progress` event carries a SyncedData',
    access: 'session',
    status: 200,
    response: SyncStatus,
  },
} as const satisfies Routes;
