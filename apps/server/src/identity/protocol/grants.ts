import { interactionPolicy, type AccountClaims, type KoaContextWithOIDC } from 'oidc-provider';
import type { Account } from '../accounts/accounts.ts';
import { addAssistantChecks } from '../assistants/clients.ts';
import { isFirstParty } from '../tokens/web-client.ts';

/** Claims granted by each scope: the current-user profile of the specification, section 3. */
export const claimsByScope = {
  openid: ['sub'],
  profile: [
    'name',
    'picture',
    'address',
    'birthday',
    'roles',
    'meta_data',
    'updated_at',
    'tenant_id',
  ],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  'read:permissions': ['permissions'],
} as const;

/** Returns an account's claims without absent values. `updated_at` is in seconds (OpenID Connect Core 5.1). */
export function toClaims(account: Account): AccountClaims {
  return {
    sub: account.sub,
    tenant_id: account.tenantId,
    roles: account.roles,
    permissions: account.permissions,
    meta_data: account.metaData,
    updated_at: Math.floor(account.updatedAt.getTime() / 1000),
    ...(account.name !== null && { name: account.name }),
    ...(account.picture !== null && { picture: account.picture }),
    ...(account.address !== null && { address: account.address }),
    ...(account.birthday !== null && { birthday: account.birthday }),
    ...(account.email !== null && { email: account.email, email_verified: account.emailVerified }),
    ...(account.phoneNumber !== null && {
      phone_number: account.phoneNumber,
      phone_number_verified: false,
    }),
  };
}

/** Requires a login when the session's account was removed or disabled meanwhile. */
export function createLoginPolicy() {
  const policy = interactionPolicy.base();
  addAssistantChecks(policy);
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'account_gone',
        'the account of this session cannot be used',
        'login_required',
        (ctx) => ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined,
      ),
    );
  return policy;
}

/** Returns the grant of the session. Our own front end gets every scope that it requests, without a screen. */
export async function loadOrCreateGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider, requestParamOIDCScopes } = ctx.oidc;
  const clientId = client?.clientId;
  const accountId = session?.accountId;
  if (clientId === undefined || accountId === undefined) return undefined;
  const grantId = ctx.oidc.result?.consent?.grantId ?? session?.grantIdFor(clientId);
  const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (!isFirstParty(clientId)) return existing;
  const usable = existing?.accountId === accountId ? existing : undefined;
  const granted = new Set(usable?.getOIDCScope().split(' '));
  const missing = [...requestParamOIDCScopes].filter((scope) => !granted.has(scope));
  if (usable && missing.length === 0) return usable;
  const grant = usable ?? new provider.Grant({ accountId, clientId });
  grant.addOIDCScope(missing);
  await grant.save();
  return grant;
}
