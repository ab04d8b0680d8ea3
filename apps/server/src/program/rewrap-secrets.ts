import { isOutage } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Domains } from './domains.ts';

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
  const rewrap = async (work: Promise<number | boolean>, tenantId?: string) => {
    try {
      changed += Number(await work);
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
