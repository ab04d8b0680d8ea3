import { hashToken } from '../../platform/secrets.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Database } from '../../platform/database/database.ts';
import type { IdentitySession } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log.ts';
import type { OutsideProvider } from '../../platform/config/outside-provider.ts';
import { Problem } from '../../platform/http/problem.ts';
import { createAccountStore, type Account } from '../accounts/accounts.ts';
import { callProvider, ProviderUnavailable, repeatableCall } from '../http/provider-client.ts';
import { createProviderMetadata } from '../http/provider-metadata.ts';
import { verifyOutsideToken, type OutsideToken } from './access-token.ts';
import { createOutsideAccounts, type OutsideProfile } from './accounts.ts';

interface OutsideDependencies {
  provider: OutsideProvider;
  /** Origin that reports users' permissions. */
  adminOrigin: string;
  /** Connection with the role `seller_connect_identity`. */
  database: Database;
  log: Log;
}

/** An outside identity provider, as the product API needs it. */
export interface OutsideSignIns {
  /** Returns the account of an access token, and creates it the first time. Resolves to null for an invalid token. */
  verifyAccessToken(token: string): Promise<{
    sub: string;
    tenantId: string;
    sessionEndsAt: null;
    sessionUid: null;
  } | null>;
  /** Returns who calls the product with this access token and what they may do now; null for an invalid token. */
  identify(token: string): Promise<IdentitySession | null>;
  /** Origins that the web application calls or frames; only the issuer's while the provider does not answer. */
  origins(): Promise<string[]>;
}

const Claim = Type.Optional(Type.Unknown());
const UserInfo = Type.Object({
  sub: Type.String(),
  name: Claim,
  email: Claim,
  email_verified: Claim,
});
const Name = Type.String({ maxLength: 200 });
const Email = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });

/** How long a page waits for the provider's discovery document. */
const discoveryWaitMs = 1000;

const unavailableProblem = new Problem(503, 'identity_unavailable', {
  vi: 'Chưa liên lạc được với dịch vụ đăng nhập. Hãy thử lại sau ít phút.',
  en: 'We can’t reach the sign-in service right now. Try again in a few minutes.',
});

/** Accepts an outside identity provider's access tokens in place of our own. */
export function createOutsideSignIns(options: OutsideDependencies): OutsideSignIns {
  const { provider, adminOrigin, database, log } = options;
  const metadata = createProviderMetadata(provider.issuer, repeatableCall);
  const accounts = createAccountStore(database, { demo: false });
  const outsideAccounts = createOutsideAccounts(database, accounts, provider.issuer);

  async function verify(token: string): Promise<OutsideToken | null> {
    try {
      return await verifyOutsideToken(provider, await metadata(), token);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      log.warn(
        { event: 'identity.outside_provider_unreachable', err: error },
        'Outside identity provider could not be reached',
      );
      throw unavailableProblem;
    }
  }

  /**
   * Returns the user's profile; null when the provider does not answer or answers for another subject. A claim that
   * cannot be read counts as absent: some providers send null or an empty text.
   */
  async function fetchProfile(token: string, subject: string): Promise<OutsideProfile | null> {
    const address = (await metadata().catch(() => null))?.userinfo_endpoint;
    if (address === undefined) return null;
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const answer = await callProvider(address, { headers }, repeatableCall).catch(() => null);
    const info = answer?.status === 200 ? answer.body : null;
    if (!Value.Check(UserInfo, info) || info.sub !== subject) return null;
    return {
      name: Value.Check(Name, info.name) ? info.name : null,
      email: Value.Check(Email, info.email) ? info.email : null,
      emailVerified: String(info.email_verified) === 'true',
    };
  }

  /** A catalogue call may be a user's first call here, so the account may have to be created. */
  async function findOrCreateAccount(token: string, subject: string): Promise<Account | null> {
    const existing = await outsideAccounts.find(subject);
    return existing ?? outsideAccounts.findOrCreate(subject, await fetchProfile(token, subject));
  }

  return {
    async verifyAccessToken(token) {
      const checked = await verify(token);
      if (!checked) return null;
      const profile = await fetchProfile(token, checked.subject);
      const account = await outsideAccounts.findOrCreate(checked.subject, profile);
      return (
        account && {
          sub: account.sub,
          tenantId: account.tenantId,
          sessionEndsAt: null,
          sessionUid: null,
        }
      );
    },

    async identify(token) {
      const checked = await verify(token);
      if (!checked) return null;
      const [account, permissions] = await Promise.all([
        findOrCreateAccount(token, checked.subject),
        provider.hasPermissions ? fetchPermissions(adminOrigin, token) : [],
      ]);
      return (
        account && {
          tenantId: account.tenantId,
          accountId: account.sub,
          name: account.name ?? account.email ?? '',
          permissions,
          expiresAt: checked.expiresAt,
          tokenHash: hashToken(token),
        }
      );
    },

    async origins() {
      const timeout = delay(discoveryWaitMs, null, { ref: false });
      // Origins missing now are included for the next page.
      const found = await Promise.race([metadata(), timeout]).catch(() => null);
      const addresses = [
        provider.issuer,
        found?.authorization_endpoint,
        found?.token_endpoint,
        found?.jwks_uri,
        found?.userinfo_endpoint,
        found?.revocation_endpoint,
        found?.check_session_iframe,
      ];
      const origins = addresses.flatMap((address) =>
        address !== undefined && URL.canParse(address) ? [new URL(address).origin] : [],
      );
      return [...new Set(origins)];
    },
  };
}

const Entry = Type.Union([
  Type.String(),
  Type.Object({
    app: Type.Optional(Type.String()),
    resource: Type.Optional(Type.String()),
    action: Type.Optional(Type.String()),
  }),
]);
const Access = Type.Object({ permissions: Type.Array(Entry) });

/** Fetches a user's permissions from the admin host, as `app:resource:action`. Any response but 200 yields none. */
async function fetchPermissions(adminOrigin: string, token: string): Promise<string[]> {
  const address = `${adminOrigin}/api/v1.0/users/me/roles_permissions`;
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
  const answer = await callProvider(address, { headers }, repeatableCall).catch(() => null);
  if (answer?.status !== 200 || !Value.Check(Access, answer.body)) return [];
  return answer.body.permissions.map((entry) =>
    typeof entry === 'string'
      ? entry
      : [entry.app, entry.resource, entry.action].filter(Boolean).join(':'),
  );
}
