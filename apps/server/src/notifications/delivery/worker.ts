import type { PgBoss } from 'pg-boss';
import { sql } from '../../platform/database/database.ts';
import { purgeInBatches } from '../../platform/database/purge-in-batches.ts';
import { startScheduledJob } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log.ts';
import { startPolling, type Polling, pollPauseMs } from '../../platform/poll.ts';
import { notificationKinds } from '../messages/kinds.ts';
import { fanOut, type FanOutDependencies } from './fan-out.ts';

const clockQueue = 'notifications.clock';

const dueTenantsStatement = sql(
  'notifications.due',
  'select tenant_id from notifications.due_tenants($1, $2)',
);
const purgeEventsStatement = sql(
  'notifications.purge_events',
  'select notifications.purge_events($1, $2) as deleted',
);

const retentionMs = 180 * 24 * 3_600_000;

export interface WorkerDependencies extends FanOutDependencies {
  boss: PgBoss;
  log: Pick<Log, 'warn' | 'error'>;
  pollIntervalMs: number;
  /** Hourly checks for events that only time causes, such as consents that expire soon. */
  everyHour: (stopping: AbortSignal) => Promise<void>;
}

/** Fans out events until stopped. */
export async function startWorker(
  dependencies: WorkerDependencies,
): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = dependencies;
  const clock = await startScheduledJob(boss, clockQueue, {
    cron: '17 * * * *',
    expireInSeconds: 3600,
    async work(signal) {
      await purgeExpiredEvents(dependencies, signal).catch((error: unknown) =>
        log.error(
          { event: 'notifications.purge_failed', err: error },
          'Purge of expired notifications failed; the next hourly one tries again',
        ),
      );
      await dependencies
        .everyHour(signal)
        .catch((error: unknown) =>
          log.error(
            { event: 'notifications.expiry_scan_failed', err: error },
            'Scan for expiring consents failed',
          ),
        );
    },
  });
  const polling = pollDueTenants(dependencies);
  return {
    async stop() {
      await Promise.all([clock.stop(), polling.stop()]);
    },
  };
}

/** Deletes events of all tenants after 180 days, with their deliveries, whether or not they were fanned out. */
async function purgeExpiredEvents(
  { database, now }: FanOutDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - retentionMs);
  await purgeInBatches(database, purgeEventsStatement, before, stopping);
}

/** Polls for tenants with due events, and fans out the events of each. */
function pollDueTenants(dependencies: WorkerDependencies): Polling {
  const { database, log, pollIntervalMs } = dependencies;
  return startPolling(
    async (stopping) => {
      const tenants = await database.query<{ tenantId: string }>(dueTenantsStatement, [
        notificationKinds,
        1000,
      ]);
      for (const { tenantId } of tenants) {
        if (stopping.aborted) return;
        await fanOut(dependencies, tenantId).catch((error: unknown) =>
          // The events stay due; `fanOut` has rescheduled them.
          log.error(
            { event: 'notifications.delivery_failed', err: error, tenantId },
            'Notification could not be delivered; a later poll tries again',
          ),
        );
      }
    },
    {
      intervalMs: () => pollPauseMs(pollIntervalMs),
      onError: (error) =>
        log.warn(
          { event: 'notifications.poll_failed', err: error },
          'Poll for notifications to deliver failed',
        ),
    },
  );
}
