import type { Account, Identity } from '../identity/index.ts';
import type { IdentityDirectory } from '../sellers/index.ts';

/** Adapts the identity domain, and the verifier of access tokens, to the needs of the sellers domain. */
export function createIdentityDirectory(
  identity: Identity,
  signIns: Pick<IdentityDirectory, 'verifyAccessToken'>,
): IdentityDirectory {
  return {
    verifyAccessToken: (token) => signIns.verifyAccessToken(token),
    moveToTeam: (sub, from, to) => identity.teams.move(sub, from, to),
    leaveTeam: (sub, from) => identity.teams.leave(sub, from),
    admitLink: (address) => identity.admitLink(address),
    canSendEmails: identity.canSendEmails,
    googleAccount: (accessToken, caller) => identity.googleAccount(accessToken, caller),
    account: async (sub) => {
      const account = await identity.account(sub);
      return account && toIdentityProfile(account);
    },
  };
}

function toIdentityProfile(account: Account) {
  const { sub, tenantId, name, picture, email, emailVerified, phoneNumber, address, birthday } =
    account;
  const { roles, permissions, metaData, updatedAt } = account;
  return {
    sub,
    tenantId,
    name,
    picture,
    email,
    emailVerified,
    phoneNumber,
    address,
    birthday,
    roles,
    permissions,
    metaData,
    updatedAt,
  };
}
