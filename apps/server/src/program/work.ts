import { join } from 'node:path';
import { fillDemo } from '../demo/index.ts';
import { openBackupStorage } from '../platform/backup/storage/open-storage.ts';
import { startScheduledBackups } from '../platform/backup/scheduled-backups.ts';
import { startWalShipping } from '../platform/backup/wal-shipping.ts';
import type { Configuration } from '../platform/config/configuration.ts';
import type { Log } from '../platform/log.ts';
import type { Shutdown } from '../platform/process/shutdown.ts';
import { raiseAlerts, type AlertDependencies } from '../reporting/index.ts';
import { connectedShops, type Domains } from './domains.ts';
import type { Resources } from './resources.ts';
import { isOutage } from '../platform/database/database.ts';

/**
 * Starts the work of the role `worker`: syncs, pushes, notifications, scheduled reports, alert rules, webhooks, deletion
 * of old data, backups, and the demo's data.
 */
export async function work(
  configuration: Configuration,
  { database, boss }: Resources,
  domains: Domains,
  { log, shutdown }: { log: Log; shutdown: Shutdown },
): Promise<void> {
  const { collector, partners, pushes, notifications, privacy } = domains;
  const alertDependencies: AlertDependencies = {
    database,
    readCoverage: collector.coverage,
    connectedShops: (tenantId) => connectedShops(partners, tenantId),
  };
  const worker = await collector.work({ concurrency: configuration.WORKER_CONCURRENCY });
  shutdown.finish(() => worker.stop());
  const pushWorker = pushes.work({
    pollIntervalMs: configuration.TIKI_EVENTS_EVERY_SECONDS * 1000,
  });
  shutdown.finish(() => pushWorker.stop());
  const notificationWorker = await notifications.work({
    boss,
    async everyHour(stopping) {
      await partners.notifyExpiringConsents(stopping);
      const now = new Date();
      await partners.eachTenant(async (tenantId) => {
        await raiseAlerts(alertDependencies, tenantId, now).catch((error: unknown) =>
          log.error(
            { event: 'reporting.alerts_failed', err: error, tenantId },
            'Alerts of a team could not be evaluated',
          ),
        );
      }, stopping);
      for (const each of [domains.reportEmails, domains.webhooks]) {
        await each
          .purge(stopping)
          .catch((error: unknown) =>
            log.error(
              { event: 'program.purge_failed', err: error },
              'Old report emails or webhook deliveries could not be deleted',
            ),
          );
      }
    },
  });
  shutdown.finish(() => notificationWorker.stop());
  const reportEmailWorker = domains.reportEmails.work();
  shutdown.finish(() => reportEmailWorker.stop());
  const webhookWorker = domains.webhooks.work();
  shutdown.finish(() => webhookWorker.stop());
  const alertRuleWorker = domains.alertRules.work();
  shutdown.finish(() => alertRuleWorker.stop());
  const privacyWorker = await privacy.work();
  shutdown.finish(() => privacyWorker.stop());
  const { backup: settings } = configuration;
  if (settings !== null && settings.intervalHours > 0) {
    const program = join(import.meta.dirname, '..', 'backup.ts');
    const { dataDir } = configuration;
    const backups = await startScheduledBackups({ boss, settings, program, dataDir, log });
    shutdown.finish(() => backups.stop());
  }
  if (settings !== null && settings.logSeconds > 0) {
    const shipping = startWalShipping({
      dataDir: configuration.dataDir,
      storage: openBackupStorage(settings.location),
      passphrase: settings.passphrase,
      log,
    });
    shutdown.finish(() => shipping.stop());
  }
  const stopRewrapping = new AbortController();
  const rewrapping = rewrapSecrets(domains, log, stopRewrapping.signal);
  shutdown.finish(() => {
    stopRewrapping.abort();
    return rewrapping;
  });
  // The demo's accounts belong to this program's identity provider.
  if (configuration.demo && !domains.outside) startDemo(configuration, domains, { log, shutdown });
}

function startDemo(
  configuration: Configuration,
  domains: Domains,
  { log, shutdown }: { log: Log; shutdown: Shutdown },
): void {
  const stopping = new AbortController();
  const options = {
    withShops: configuration.DEMO_SHOPS !== '0',
    sandboxUrl: `http://localhost:${configuration.SANDBOX_PORT}`,
    log,
  };
  const demo = fillDemo(domains, options, stopping.signal).catch((error: unknown) =>
    log.error({ event: 'demo.seed_failed', err: error }, 'Demo data could not be created'),
  );
  shutdown.finish(async () => {
    stopping.abort();
    await demo;
  });
}

/**
 * Re-encrypts stored secrets after a rotation of the vault's keys, so that the old key can be removed. A secret that
 * fails is logged, and the next start tries again.
 */
export async function rewrapSecrets(
  {
    partners,
    notifications,
    webhooks,
  }: {
    partners: Pick<Domains['partners'], 'eachTenant' | 'rewrapSecrets'>;
    notifications: Pick<Domains['notifications'], 'rewrapSecrets'>;
    webhooks: Pick<Domains['webhooks'], 'eachOldSecret' | 'rewrapSecret'>;
  },
  log: Pick<Log, 'info' | 'error'>,
  stopping: AbortSignal,
): Promise<void> {
  let changed = 0;
  const logFailure = (error: unknown, tenantId?: string) =>
    log.error(
      { event: 'vault.rewrap_failed', err: error, ...(tenantId && { tenantId }) },
      'Stored secrets could not be re-encrypted under the current key',
    );
  const rewrap = async (rewrapping: Promise<number | boolean>, tenantId?: string) => {
    try {
      changed += Number(await rewrapping);
    } catch (error) {
      if (isOutage(error)) throw error;
      logFailure(error, tenantId);
    }
  };
  try {
    await rewrap(notifications.rewrapSecrets());
    await partners.eachTenant(
      (tenantId) => rewrap(partners.rewrapSecrets(tenantId), tenantId),
      stopping,
    );
    // A team without shops can have a webhook too.
    await webhooks.eachOldSecret(
      (tenantId) => rewrap(webhooks.rewrapSecret(tenantId), tenantId),
      stopping,
    );
  } catch (error) {
    logFailure(error);
  }
  if (changed === 0) return;
  log.info(
    { event: 'vault.rewrapped', changed },
    'Stored secrets were re-encrypted under the current key',
  );
}
