import type { Database } from '../../platform/database/database.ts';
import { privacyNoticeVersion, type AccountStore } from '../accounts/accounts.ts';
import type { GoogleProfile } from './google-client.ts';
import type { ExternalIdentities } from '../accounts/external-identities.ts';

/** The outcome for a user whom Google has confirmed. */
type GoogleOutcome =
  | { outcome: 'signed_in'; accountId: string; how: 'known' | 'created' }
  /** Their address belongs to an account that must be proven once. */
  | { outcome: 'prove_account'; accountId: string }
  | { outcome: 'email_unverified' }
  | { outcome: 'account_closed'; accountId: string | null };

/**
 * Signs in a Google profile. A linked profile (by issuer and subject) is signed in. For an unlinked one, a free
 * address becomes a new account, and the address of an existing account is linked only after that account is
 * proven. Accounts are never linked by address alone.
 */
export function createGoogleSignIn(dependencies: {
  database: Database;
  accounts: AccountStore;
  links: ExternalIdentities;
}): (profile: GoogleProfile, interaction: string) => Promise<GoogleOutcome> {
  const { database, accounts, links } = dependencies;

  async function create(profile: GoogleProfile, email: string): Promise<string | null> {
    return database.transaction(async (tx) => {
      const created = await accounts.createIn(tx, {
        email,
        emailVerified: true,
        ...(profile.name !== null && { name: profile.name }),
        // The login screen links the notice under its Google button.
        privacy: { version: privacyNoticeVersion, acceptedAt: new Date() },
        roles: ['seller'],
      });
      if (!created) return null;
      // One transaction: an account without a password must have its link.
      if (!(await links.add(tx, profile, created.sub))) throw new Error('Linked at the same time');
      return created.sub;
    });
  }

  async function signInLinked(profile: GoogleProfile): Promise<GoogleOutcome | null> {
    const accountId = await links.accountOf(profile);
    if (accountId === null) return null;
    if (!(await accounts.find(accountId))) return { outcome: 'account_closed', accountId };
    await accounts.recordSignIn(accountId, new Date());
    return { outcome: 'signed_in', accountId, how: 'known' };
  }

  return async (profile, interaction) => {
    const known = await signInLinked(profile);
    if (known) return known;
    const { email } = profile;
    // An unverified address does not prove control of its mailbox.
    if (email === null || !email.includes('@') || !profile.emailVerified) {
      return { outcome: 'email_unverified' };
    }
    let existing = await accounts.credentials(email);
    if (!existing) {
      const accountId = await create(profile, email);
      if (accountId !== null) {
        await accounts.recordSignIn(accountId, new Date());
        return { outcome: 'signed_in', accountId, how: 'created' };
      }
      // Another request registered the address at the same moment.
      existing = await accounts.credentials(email);
    }
    // Another login of the same user may have created the account meanwhile, together with its link.
    const linkedMeanwhile = await signInLinked(profile);
    if (linkedMeanwhile) return linkedMeanwhile;
    if (!existing?.usable) {
      return { outcome: 'account_closed', accountId: existing?.accountId ?? null };
    }
    await links.savePending(interaction, profile, existing.accountId);
    return { outcome: 'prove_account', accountId: existing.accountId };
  };
}
