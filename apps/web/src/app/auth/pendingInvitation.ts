import { storage } from '../../storage.ts';

/** Matches the lifetime of the link in the registration email. */
const invitationTtlMs = 24 * 60 * 60_000;

/**
 * Returns the address of the invitation that was left for the login, or null if there is none or it is too old.
 * Deletes the stored invitation.
 */
export function consumePendingInvitation(now: number = Date.now()): string | null {
  const waiting = storage.invitation.read();
  storage.invitation.remove();
  if (!waiting || !(now - waiting.at < invitationTtlMs)) return null;
  return `/join?token=${encodeURIComponent(waiting.token)}`;
}
