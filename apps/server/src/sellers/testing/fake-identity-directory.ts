import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { IdentityDirectory, IdentityProfile } from '../identity-directory.ts';

/**
 * An identity provider with these accounts. The token is the account's name, with the prefix `google-` for
 * Google's.
 */
export interface FakeIdentityDirectory extends IdentityDirectory {
  add(name: string, facts?: Partial<IdentityProfile>): IdentityProfile;
  get(name: string): IdentityProfile;
}

export function createFakeIdentityDirectory(...names: string[]): FakeIdentityDirectory {
  const profiles = new Map<string, IdentityProfile>();
  const previousTeams = new Map<string, string>();
  const bySub = (sub: string) =>
    [...profiles.values()].find((profile) => profile.sub === sub) ?? null;

  const directory: FakeIdentityDirectory = {
    add(name, facts = {}) {
      const profile: IdentityProfile = {
        sub: newId(),
        tenantId: newId(),
        name,
        picture: null,
        email: `${name}@test.vn`,
        emailVerified: true,
        phoneNumber: null,
        address: null,
        birthday: null,
        roles: ['seller'],
        permissions: [],
        metaData: {},
        updatedAt: null,
        ...facts,
      };
      profiles.set(name, profile);
      return profile;
    },
    get(name) {
      const profile = profiles.get(name);
      if (!profile) throw new Error(`Nobody is called ${name}`);
      return profile;
    },
    verifyAccessToken: async (token) => {
      const profile = profiles.get(token);
      return profile
        ? { ...profile, sessionEndsAt: null, sessionUid: `sign-in of ${token}` }
        : null;
    },
    isSignInActive: async () => true,
    googleAccount: async (token, { address }) => {
      if (token === 'google-limited') {
        const message = { vi: address, en: address };
        throw new Problem(429, 'rate_limited', message, { retryAfterSeconds: 17 });
      }
      const profile = profiles.get(token.replace('google-', ''));
      if (!profile || !token.startsWith('google-')) {
        throw new Problem(404, 'google_account_unknown', { vi: 'Chưa có', en: 'Unknown' });
      }
      return profile;
    },
    account: async (sub) => bySub(sub),
    async moveToTeam(sub, from, to) {
      const profile = bySub(sub);
      if (profile?.tenantId !== from) return false;
      previousTeams.set(sub, from);
      profile.tenantId = to;
      return true;
    },
    async leaveTeam(sub, from) {
      const profile = bySub(sub);
      if (profile?.tenantId === from) {
        profile.tenantId = previousTeams.get(sub) ?? newId();
        previousTeams.delete(sub);
      }
      return profile?.tenantId ?? null;
    },
    admitLink: async () => null,
    canSendEmails: true,
  };
  for (const name of names) directory.add(name);
  return directory;
}
