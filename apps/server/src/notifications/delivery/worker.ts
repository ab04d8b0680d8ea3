import type { PgBoss } from 'pg-boss';
import { sql } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { startPolling, type Polling } from '../../platform/poll.ts';
import { notificationKinds } from '../messages/kinds.ts';
import { fanOut, type FanOutDependencies } from './fan-out.ts';

/** A job carries only the tenant; the events are in the database. */
const fanOutQueue = 'notifications.spread';
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
/** Events per statement: limits how long locks are held. */
const eventsInBatch = 5000;

interface Job {
  tenantId: string;
}

export interface WorkerDependencies extends FanOutDependencies {
  boss: PgBoss;
  log: Pick<Log, 'warn' | 'error'>;
  pollIntervalMs: number;
  /** Hourly checks for events that only time causes, such as consents that expire soon. */
  everyHour: () => Promise<void>;
}

/** Fans out events until stopped. At most one job per tenant is queued at a time. */
export async function startWorker(
  dependencies: WorkerDependencies,
): Promise<{ stop(): Promise<void> }> {
  const { boss, log } = dependencies;
  const stopping = new AbortController();
  await ensureQueue(boss, fanOutQueue);
  await ensureQueue(boss, clockQueue);
  await boss.work<Job>(fanOutQueue, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    if (!job) return;
    try {
      await fanOut(dependencies, job.data.tenantId);
    } catch (error) {
      // The events stay due; `fanOut` has rescheduled them.
      log.error(
        { event: 'notifications.delivery_failed', err: error, ...job.data },
        'Notification could not be delivered; the job queue tries again',
      );
    }
  });
  await boss.work(clockQueue, { pollingIntervalSeconds: 30 }, async () => {
    await purgeExpiredEvents(dependencies, stopping.signal).catch((error: unknown) =>
      log.error(
        { event: 'notifications.purge_failed', err: error },
        'Purge of expired notifications failed; the next hourly one tries again',
      ),
    );
    await dependencies
      .everyHour()
      .catch((error: unknown) =>
        log.error(
          { event: 'notifications.expiry_scan_failed', err: error },
          'Scan for expiring consents failed',
        ),
      );
  });
  await boss.schedule(clockQueue, '17 * * * *');
  await boss.send(clockQueue, {}, { singletonKey: 'at start' });
  const polling = pollDueTenants(dependencies);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([
        boss.offWork(fanOutQueue, { wait: true }),
        boss.offWork(clockQueue, { wait: true }),
        polling.stop(),
      ]);
    },
  };
}

async function ensureQueue(boss: PgBoss, name: string): Promise<void> {
  const options = { retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 60, notify: true };
  if (await boss.getQueue(name)) await boss.updateQueue(name, options);
  else await boss.createQueue(name, { ...options, policy: 'short' });
}

/** Deletes events of all tenants after 180 days, with their deliveries, whether or not they were fanned out. */
async function purgeExpiredEvents(
  { database, now }: FanOutDependencies,
  stopping: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - retentionMs);
  let isBatchFull = true;
  while (isBatchFull && !stopping.aborted) {
    const [row] = await database.query<{ deleted: bigint }>(purgeEventsStatement, [
      before,
      eventsInBatch,
    ]);
    isBatchFull = row?.deleted === BigInt(eventsInBatch);
  }
}

/** Polls for tenants with due events: the domains that insert events do not enqueue jobs. */
function pollDueTenants({ boss, database, log, pollIntervalMs }: WorkerDependencies): Polling {
  return startPolling(
    async () => {
      const tenants = await database.query<{ tenant_id: string }>(dueTenantsStatement, [
        notificationKinds,
        1000,
      ]);
      if (tenants.length === 0) return;
      await boss.insert(
        fanOutQueue,
        tenants.map(({ tenant_id: tenantId }) => ({
          data: { tenantId },
          singletonKey: tenantId,
        })),
      );
    },
    {
      intervalMs: () => pollIntervalMs * (0.8 + Math.random() * 0.4),
      onError: (error) =>
        log.warn(
          { event: 'notifications.poll_failed', err: error },
          'Poll for notifications to deliver failed',
        ),
    },
  );
}
