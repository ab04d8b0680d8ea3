/** Opens a person's roles and permissions (specification, sections 5 and 9). */
export const permissionScope = 'read:permissions';
/** Opens what changes an account, and the calls that give roles. */
export const accountScope = 'manage:account';
/** Opens the product API: the core credential, and the calls of the back office. */
export const productScope = 'use:product';

/** What our own front end asks for. */
export const webScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  permissionScope,
  accountScope,
  productScope,
] as const;
