import { storage } from '../../storage.ts';

/** As long as the letter that confirms a registration can be used. */
const invitationTtlMs = 24 * 60 * 60_000;

/** The address of the invitation that somebody left to sign in or register; told once, null without one. */
export function consumePendingInvitation(now: number = Date.now()): string | null {
  const waiting = storage.invitation.read();
  storage.invitation.remove();
  if (!waiting || !(now - waiting.at < invitationTtlMs)) return null;
  return `/join?token=${encodeURIComponent(waiting.token)}`;
}
