import type { CrashPoint } from '../../../apps/server/src/platform/database/testing/crash-points.ts';

/** A step that must be atomic, and the process that performs it. */
export interface CrashStep {
  process: 'worker' | 'receiver';
  name: string;
  moment: CrashPoint;
}

type CrashTiming = 'before' | 'after' | 'committed';

/**
 * Statements of the worker at which it is killed. Until a transaction commits, every await in it leaves the same stored
 * state. One kill right before a statement therefore covers it, and the commit itself is covered on both sides.
 */
const workerStatements: Readonly<Record<string, readonly CrashTiming[]>> = {
  // Rotation of a single-use token: the intent is stored, the call is sent and answered, the response is stored.
  'partners.begin_refresh': ['before', 'after', 'committed'],
  'partners.store_refreshed': ['before', 'after', 'committed'],
  'partners.release_refresh': ['before', 'committed'],
  // A page of orders.
  'collector.renew': ['after'],
  'collector.insert_raw_items': ['before'],
  'collector.insert_raw_page': ['before'],
  'reporting.lock_shop': ['before'],
  'reporting.store_orders': ['before'],
  'reporting.store_items': ['before'],
  'reporting.store_sku_facts': ['before'],
  'reporting.rebuild_shop_days': ['before', 'after'],
  'collector.update_window': ['before'],
  'collector.save_stream': ['before', 'after', 'committed'],
  // Pages of returns, payouts and ads.
  'reporting.store_returns': ['before'],
  'reporting.store_return_facts': ['after'],
  'reporting.store_settlement_lines': ['before', 'committed'],
  'reporting.rebuild_fee_days': ['before', 'after'],
  'reporting.rebuild_order_payouts': ['after'],
  'reporting.upsert_ad_days': ['before', 'committed'],
  'reporting.build_ad_rollups': ['after'],
  // Windows and streams.
  'collector.open_window': ['before', 'after', 'committed'],
  'collector.close_window': ['before', 'after', 'committed'],
  'collector.record_changes': ['before', 'committed'],
  'collector.acquire': ['before', 'committed'],
  'collector.release': ['before', 'committed'],
  'collector.record_success': ['before', 'committed'],
  // Hints and pushes.
  'collector.acquire_hinted': ['committed'],
  'collector.delete_hints': ['before', 'after', 'committed'],
  'pushes.acquire_event_queue': ['after'],
  'pushes.insert_message': ['before', 'after', 'committed'],
  'pushes.acknowledge_events': ['before', 'after'],
};

const refreshCalls = {
  Lazada: '/auth/token/refresh',
  Shopee: '/auth/access_token/get',
  Tiki: '/sc/oauth2/token',
  TikTok: '/api/v2/token/refresh',
  'Tiki’s events': '/events/pull',
};

/** Pushes: before storing, between storing and the response, and after the partner has received the response. */
const receiverStatements: Readonly<Record<string, readonly CrashTiming[]>> = {
  'pushes.insert_message': ['before', 'after', 'committed'],
  'collector.enqueue_hints': ['before', 'after', 'committed'],
};

export function listCrashSteps(): CrashStep[] {
  const statements = (
    process: CrashStep['process'],
    of: Readonly<Record<string, readonly CrashTiming[]>>,
  ) =>
    Object.entries(of).flatMap(([statement, moments]) =>
      moments.map((when): CrashStep => ({
        process,
        name: `${process}, ${when} ${statement}`,
        moment: { statement, when, occurrence: 1 },
      })),
    );
  return [
    ...Object.entries(refreshCalls).flatMap(([partner, call]) =>
      (['sent', 'answered'] as const).map((when): CrashStep => ({
        process: 'worker',
        name: `${call} of ${partner} ${when}`,
        moment: { call, when, occurrence: 1 },
      })),
    ),
    ...statements('worker', workerStatements),
    ...statements('receiver', receiverStatements),
    ...['lazada', 'shopee', 'tiktok'].map((partner): CrashStep => ({
      process: 'receiver',
      name: `${partner}’s message answered`,
      moment: { receipt: `/partner/push/${partner}`, occurrence: 1 },
    })),
  ];
}
