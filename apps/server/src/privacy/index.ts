import type { PgBoss } from 'pg-boss';
import { deleteMemberName, recordAuditEvent } from '../audit/index.ts';
import { deleteOldPages, deleteStreamsOf, redactStoredPages } from '../collector/index.ts';
import { deleteLink, shopsDisconnectedBefore } from '../partners/index.ts';
import type { Database, TenantTransaction } from '../platform/database/database.ts';
import { FailureCollector } from '../platform/database/failure-collector.ts';
import type { Http, Session } from '../platform/http/http.ts';
import { startScheduledJob } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/log.ts';
import { freshSignInProblem, Problem } from '../platform/http/problem.ts';
import { insertErasure, type ErasureReason } from './erasure-store.ts';
import { runErasures } from './run-erasures.ts';
import { processBacklog } from './process-backlog.ts';

export interface PrivacyDependencies {
  database: Database;
  boss: PgBoss;
  log: Pick<Log, 'error' | 'info'>;
  /** Disconnects every shop of a team. */
  disconnectAll(tenantId: string): Promise<void>;
  listShops(tenantId: string): Promise<{ shopId: string }[]>;
  /** Whether the user signed in recently enough for a sensitive action. */
  isSignInFresh(session: Session): Promise<boolean>;
  /** Days to keep raw pages; 0 keeps them forever. */
  rawRetentionDays: number;
  /** Days after which a disconnected shop is erased; 0 never erases it. */
  disconnectedDataDays: number;
  now?: () => Date;
}

/** Retention and erasure of personal data and of shops. See docs/privacy.md. */
export interface Privacy {
  routes(http: Http): void;
  /** Records a removed account, and erases its whole team if it was the last member. Idempotent. */
  accountRemoved(tenantId: string, accountId: string, isLast: boolean): Promise<void>;
  /** Runs erasures and retention in this process until stopped. */
  work(): Promise<{ stop(): Promise<void> }>;
  /** Runs one round of erasures and retention. */
  upkeep(signal: AbortSignal): Promise<void>;
}

const queue = 'privacy.upkeep';
const dayMs = 86_400_000;

export function createPrivacy(dependencies: PrivacyDependencies): Privacy {
  const { database, boss, log } = dependencies;
  const now = dependencies.now ?? (() => new Date());

  /** Deletes the link and the streams now; a background job deletes the shop's other rows. */
  async function requestShopErasure(
    tx: TenantTransaction,
    shopId: string,
    by: { reason: ErasureReason; accountId: string | null },
  ): Promise<void> {
    const platform = await deleteLink(tx, shopId);
    await deleteStreamsOf(tx, shopId);
    const { reason, accountId } = by;
    await insertErasure(
      tx,
      { scope: 'shop', subjectId: shopId, reason, requestedBy: accountId },
      now(),
    );
    // Without the shop's name: the audit log outlives the shop.
    await recordAuditEvent(
      tx,
      { action: 'shop.erased', actorId: accountId, details: { platform }, act: by },
      now(),
    );
  }

  async function wakeWorker(): Promise<void> {
    await boss
      .send(queue, {}, { singletonKey: 'requested' })
      .catch((error: unknown) =>
        log.error(
          { event: 'privacy.erasure_postponed', err: error },
          'Worker was not woken for an erasure; the next hourly round runs it',
        ),
      );
  }

  /** Requests the erasure of shops that were disconnected more than `disconnectedDataDays` ago. */
  async function requestExpiredErasures(signal: AbortSignal): Promise<void> {
    if (dependencies.disconnectedDataDays === 0) return;
    const before = new Date(now().getTime() - dependencies.disconnectedDataDays * dayMs);
    await processBacklog(
      {
        read: (limit) => shopsDisconnectedBefore(database, before, limit),
        idOf: ({ shopId }) => shopId,
        work: ({ tenantId, shopId }) =>
          database.tenant(tenantId, (tx) =>
            requestShopErasure(tx, shopId, { reason: 'disconnected', accountId: null }),
          ),
        onFailure(error, { tenantId, shopId }) {
          // The shop was linked again or erased by its owner in the meantime.
          if (error instanceof Problem) return;
          log.error(
            { event: 'privacy.erasure_not_requested', err: error, tenantId, shopId },
            'Erasure of a disconnected shop could not be requested; the next round tries again',
          );
        },
      },
      signal,
    );
  }

  async function runOnce(signal: AbortSignal): Promise<void> {
    await requestExpiredErasures(signal);
    await runErasures(database, log, now, signal);
    if (dependencies.rawRetentionDays > 0) {
      const before = new Date(now().getTime() - dependencies.rawRetentionDays * dayMs);
      await deleteOldPages(database, before, signal);
    }
    const redacted = await redactStoredPages(database, signal);
    if (redacted > 0)
      log.info(
        { event: 'privacy.raw_pages_redacted', pages: redacted },
        'Stored raw pages were redacted',
      );
  }

  return {
    routes(http) {
      http.handle('eraseShop', async ({ session, params }) => {
        const { tenantId, accountId } = session;
        await database.tenant(tenantId, (tx) =>
          requestShopErasure(tx, params.shopId, { reason: 'requested', accountId }),
        );
        await wakeWorker();
        return null;
      });
      http.handle('eraseTeamData', async ({ session }) => {
        const { tenantId, accountId } = session;
        // It cannot be undone, and a session outlives the moment in which its user was there.
        if (!(await dependencies.isSignInFresh(session))) throw freshSignInProblem();
        await dependencies.disconnectAll(tenantId);
        // Each in its own transaction: a shop that another member has just linked fails, the others are erased.
        const failures = new FailureCollector();
        const act = { reason: 'requested', accountId } as const;
        for (const { shopId } of await dependencies.listShops(tenantId)) {
          await failures.attempt(() =>
            database.tenant(tenantId, (tx) =>
              requestShopErasure(tx, shopId, act).catch(ignoreErased),
            ),
          );
        }
        await wakeWorker();
        failures.throwFirst();
        await database.tenant(tenantId, (tx) =>
          recordAuditEvent(tx, { action: 'team.data_erased', actorId: accountId, act }, now()),
        );
        return null;
      });
    },

    async accountRemoved(tenantId, accountId, isLast) {
      if (!isLast) await deleteMemberName(database, tenantId, accountId);
      await database.tenant(tenantId, async (tx) => {
        const removed = { reason: 'account_removed', requestedBy: null } as const;
        await insertErasure(
          tx,
          { scope: 'account', subjectId: accountId, ...removed },
          now(),
          now(),
        );
        if (isLast)
          await insertErasure(tx, { scope: 'team', subjectId: tenantId, ...removed }, now());
      });
      if (isLast) await wakeWorker();
    },

    work: () =>
      startScheduledJob(boss, queue, {
        cron: '41 * * * *',
        expireInSeconds: 3600,
        work: (stopping) =>
          runOnce(stopping).catch((error: unknown) =>
            log.error(
              { event: 'privacy.round_incomplete', err: error },
              'Erasure and retention did not finish; the next round continues',
            ),
          ),
      }),

    upkeep: runOnce,
  };
}

/** Another member erased the shop at the same moment. */
function ignoreErased(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'shop_not_found') throw error;
}
