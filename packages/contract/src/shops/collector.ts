import { Type, type Static } from 'typebox';
import { endpoints } from '../endpoints.ts';
import type { Routes } from '../route.ts';
import { Instant, Nullable, PageQuery, Platform, Uuid } from '../values.ts';

/** The six states of a sync as sellers see them. */
export const SyncState = Type.Enum([
  'waiting',
  'syncing',
  'up_to_date',
  'late',
  'needs_you',
  'paused',
]);
export type SyncState = Static<typeof SyncState>;

/**
 * What is synced from a shop or an ad account. `shop` is the record of either itself; `ads` are an account's campaigns,
 * ad sets and ads, `insights` their results per day.
 */
export const Stream = Type.Enum([
  'shop',
  'products',
  'orders',
  'returns',
  'settlements',
  'ads',
  'insights',
]);
export type Stream = Static<typeof Stream>;

export const StreamProgress = Type.Object({
  stream: Stream,
  state: SyncState,
  /** Share of the known work that is committed, 0 to 1; null while the total is unknown. */
  progress: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  /** Items committed so far; never decreases. */
  rows: Type.Integer(),
  /** Number of items according to the partner; null while unknown. */
  expectedRows: Nullable(Type.Integer()),
  /**
   * `expectedRows` is extrapolated from samples, because the partner reports no count. Never set for a complete sync.
   */
  isEstimate: Type.Boolean(),
  /** Everything since this instant is synced; null before the first window closes. */
  completeFrom: Nullable(Instant),
  lastSucceededAt: Nullable(Instant),
  nextRunAt: Nullable(Instant),
  /** Orders only: how changes are detected once the backfill is complete. */
  updates: Type.Optional(
    Type.Object({
      /** The partner sends pushes or events; syncs only verify that none was lost. */
      live: Type.Boolean(),
      /** Whole minutes between complete syncs of changes. */
      everyMinutes: Type.Integer({ minimum: 1 }),
      /** When a push or event last led to a sync. */
      hintedAt: Nullable(Instant),
    }),
  ),
  /** In plain words, in the caller's language; null when all is well. */
  problem: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      retryAt: Nullable(Instant),
    }),
  ),
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
   * True when every linked shop has been completely synced at least once and none is being backfilled. Returns and
   * settlements come later; their own streams report their progress.
   */
  synced: Type.Boolean(),
  /** True from the first committed data on, however much is still missing. */
  hasData: Type.Boolean(),
  shops: Type.Array(ShopProgress),
});
export type SyncStatus = Static<typeof SyncStatus>;

export const CollectionRun = Type.Object({
  runId: Uuid,
  state: Type.Enum(['running', 'succeeded', 'failed']),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  shopIds: Type.Array(Uuid),
});
export type CollectionRun = Static<typeof CollectionRun>;

const runState = CollectionRun.properties.state;

/** A requested collection as it went for one shop, or the scheduled syncs of an hour or a quiet day. */
export const ShopSyncRun = Type.Object({
  runId: Uuid,
  kind: Type.Enum(['requested', 'scheduled']),
  /** Number of syncs that it stands for. */
  syncCount: Type.Integer(),
  state: runState,
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  streams: Type.Array(
    Type.Object({
      stream: Stream,
      state: runState,
      /** Items added by this run; null when not counted. */
      rows: Nullable(Type.Integer()),
      /** Why it failed, in the caller's language. */
      problem: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
  ),
});
export type ShopSyncRun = Static<typeof ShopSyncRun>;

const ShopSyncRunsQuery = Type.Object({ shopId: Uuid, ...PageQuery.properties });
export const ShopSyncRunList = Type.Object({
  /** Newest first. */
  items: Type.Array(ShopSyncRun),
  total: Type.Integer(),
});
export type ShopSyncRunList = Static<typeof ShopSyncRunList>;

export const collectorRoutes = {
  startCollection: {
    ...endpoints.startCollection,
    summary: 'Starts a sync of every linked shop, or returns the one in progress',
    access: 'session',
    minimumRole: 'member',
    status: 202,
    response: CollectionRun,
  },
  checkSyncedData: {
    ...endpoints.checkSyncedData,
    summary: 'Returns the sync status of each shop and stream',
    access: 'session',
    status: 200,
    response: SyncStatus,
  },
  collectionRuns: {
    ...endpoints.collectionRuns,
    summary: 'Lists a shop’s syncs and their results',
    access: 'session',
    status: 200,
    query: ShopSyncRunsQuery,
    response: ShopSyncRunList,
  },
  collectionEvents: {
    ...endpoints.collectionEvents,
    summary:
      'Streams live progress as server-sent events; each `progress` event carries a SyncStatus',
    access: 'session',
    status: 200,
    response: SyncStatus,
  },
} as const satisfies Routes;
