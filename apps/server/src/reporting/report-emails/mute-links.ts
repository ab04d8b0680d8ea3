import { createHmac } from 'node:crypto';
import { equalsInConstantTime } from '../../platform/http/basic-auth.ts';
import { isUuid } from '../../platform/ids.ts';
import type { KeyProvider } from '../../platform/vault/vault.ts';

/** Whose emails of which schedule end. */
export interface MutedReport {
  tenantId: string;
  scheduleId: string;
  accountId: string;
}

/**
 * Signs and opens the links that end the emails of a scheduled report without a sign-in (RFC 8058). A link does only
 * that, and can be used again; the recipient can undo it in the settings.
 */
export interface MuteLinks {
  pathOf(report: MutedReport): string;
  /** Returns null if the token was not made here. */
  open(token: string): MutedReport | null;
}

export const mutePath = '/reports/unsubscribe';

export async function createMuteLinks(
  keys: Pick<KeyProvider, 'keyIds' | 'deriveKey'>,
): Promise<MuteLinks> {
  const ring = await Promise.all(
    keys.keyIds.map((keyId) => keys.deriveKey(keyId, 'report emails')),
  );
  const [newest] = ring;
  if (newest === undefined) throw new Error('A keyring needs at least one key');
  const macOf = (key: Buffer, content: string) =>
    createHmac('sha256', key).update(content).digest('base64url');
  return {
    pathOf({ tenantId, scheduleId, accountId }) {
      const content = Buffer.from(`${tenantId} ${scheduleId} ${accountId}`).toString('base64url');
      return `${mutePath}/${content}.${macOf(newest, content)}`;
    },
    open(token) {
      const [content = '', mac = ''] = token.split('.');
      if (!ring.some((key) => equalsInConstantTime(macOf(key, content), mac))) return null;
      const [tenantId = '', scheduleId = '', ...rest] = Buffer.from(content, 'base64url')
        .toString()
        .split(' ');
      if (!isUuid(tenantId) || !isUuid(scheduleId)) return null;
      return { tenantId, scheduleId, accountId: rest.join(' ') };
    },
  };
}
