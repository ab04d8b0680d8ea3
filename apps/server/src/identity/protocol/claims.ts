import type { AccountClaims } from 'oidc-provider';
import type { Account } from '../accounts/accounts.ts';

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
