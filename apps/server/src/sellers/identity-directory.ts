/** What this domain needs to know of a person; the identity provider's part of the current-user profile. */
export interface IdentityProfile {
  sub: string;
  tenantId: string;
  name: string | null;
  picture: string | null;
  email: string | null;
  emailVerified: boolean;
  phoneNumber: string | null;
  address: string | null;
  birthday: string | null;
  roles: string[];
  permissions: string[];
  metaData: Record<string, string>;
  updatedAt: Date | null;
}

/** The identity provider, seen from here: ours in the same program, or an outside one. */
export interface IdentityDirectory {
  /** Null when issuer, audience, signature or expiry of the token do not hold. */
  verifyAccessToken(token: string): Promise<{
    sub: string;
    tenantId: string;
    sessionEndsAt: Date | null;
    /** The provider's session that the token belongs to; null when it is bound to none. */
    sessionUid: string | null;
  } | null>;
  account(sub: string): Promise<IdentityProfile | null>;
  /** Whose Google access token it is. @throws Problem when that is nobody, or cannot be told. */
  googleAccount(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
  /** False when the account is not, or no longer, in the team that it is to leave for the other. */
  moveToTeam(sub: string, from: string, to: string): Promise<boolean>;
  /** Back to the team that the account came from, or to a new one. @returns where it is then; null when it is gone. */
  leaveTeam(sub: string, from: string): Promise<string | null>;
  /** Whether an address may try the secret of one more link now; else the seconds to wait. */
  admitLink(address: string): Promise<{ retryAfterSeconds: number } | null>;
  /** False where no mail server is configured: then no letter would ever arrive. */
  readonly canSendEmails: boolean;
}

/** As addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
