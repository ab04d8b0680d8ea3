/** What this domain needs to know about an account; the identity provider's part of the current-user profile. */
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

/** The identity provider as seen by this domain: our own in the same program, or an outside one. */
export interface IdentityDirectory {
  /** Verifies an access token. Resolves to null when its issuer, audience, signature or expiry is invalid. */
  verifyAccessToken(token: string): Promise<{
    sub: string;
    tenantId: string;
    sessionEndsAt: Date | null;
    /** The provider's session that the token belongs to; null when it has none. */
    sessionUid: string | null;
  } | null>;
  /** Whether the provider's session with this uid has not ended. */
  isSignInActive(sessionUid: string): Promise<boolean>;
  account(sub: string): Promise<IdentityProfile | null>;
  /**
   * Returns the owner of a Google access token.
   * @throws Problem when no account is linked or Google does not confirm it
   */
  googleAccount(
    accessToken: string,
    caller: { address: string; requestId: string },
  ): Promise<{ sub: string; tenantId: string }>;
  /** Moves an account to another team. Resolves to false when the account is not in team `from` (any more). */
  moveToTeam(sub: string, from: string, to: string): Promise<boolean>;
  /**
   * Takes an account out of a team, back to its previous one or into a new one.
   * @returns its team; null without an account
   */
  leaveTeam(sub: string, from: string): Promise<string | null>;
  /** Admits an attempt to open an emailed link from an address; null when admitted, else the seconds to wait. */
  admitLink(address: string): Promise<{ retryAfterSeconds: number } | null>;
  /** False when no mail server is configured, so that no email would ever arrive. */
  readonly canSendEmails: boolean;
}

/** Returns the key by which addresses are compared. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
