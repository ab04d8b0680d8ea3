import type { TenantTransaction } from '../../platform/database/database.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { createSecret } from './signature.ts';
import {
  lockWebhook,
  replaceSecret,
  type SealedWebhookSecret,
  type StoredWebhook,
} from './webhook-store.ts';

const contextOf = (tenantId: string, version: number) => ({
  tenantId,
  purpose: 'notifications.webhook',
  id: 'webhook',
  version,
});

/** Creates a secret and seals it as the given version. */
export async function sealNewSecret(
  vault: Vault,
  tenantId: string,
  secretVersion: number,
): Promise<SealedWebhookSecret & { secret: string }> {
  const secret = createSecret();
  const sealed = await vault.seal(contextOf(tenantId, secretVersion), Buffer.from(secret));
  return { secret, secretVersion, sealed, keyId: vault.keyIdOf(sealed) };
}

export async function openSecret(
  vault: Vault,
  tenantId: string,
  { sealed, secretVersion }: Pick<StoredWebhook, 'sealed' | 'secretVersion'>,
): Promise<string> {
  return (await vault.open(contextOf(tenantId, secretVersion), sealed)).toString();
}

/** Rewraps the secret of a team's webhook with the newest vault key. Returns whether it changed. */
export async function rewrapSecret(vault: Vault, tx: TenantTransaction): Promise<boolean> {
  const webhook = await lockWebhook(tx);
  if (!webhook) return false;
  const { secretVersion } = webhook;
  const sealed = await vault.rewrap(contextOf(tx.tenantId, secretVersion), webhook.sealed);
  if (sealed === null) return false;
  await replaceSecret(tx, { secretVersion, sealed, keyId: vault.keyIdOf(sealed) });
  return true;
}
