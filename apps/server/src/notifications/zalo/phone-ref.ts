import { toUuid, uuidBytes } from '../../platform/ids.ts';

/** A number of an account, by the ids under which it is stored. */
export interface PhoneRef {
  tenantId: string;
  phoneId: string;
}

const idBytes = 16;

/** Returns 43 characters that name a number in links and in Zalo's receipts. */
export function formatPhoneRef({ tenantId, phoneId }: PhoneRef): string {
  return Buffer.concat([uuidBytes(tenantId), uuidBytes(phoneId)]).toString('base64url');
}

/** Returns null for another text. */
export function parsePhoneRef(text: string): PhoneRef | null {
  const ids = Buffer.from(text, 'base64url');
  if (ids.length !== 2 * idBytes) return null;
  return { tenantId: toUuid(ids.subarray(0, idBytes)), phoneId: toUuid(ids.subarray(idBytes)) };
}
