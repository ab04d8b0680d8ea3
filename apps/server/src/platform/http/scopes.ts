/** Grants access to a user's roles and permissions (specification, sections 5 and 9). */
export const permissionScope = 'read:permissions';
/** Grants access to changes of an account, and to calls that assign roles. */
export const accountScope = 'manage:account';
/** Grants access to the product API: the core credential, and the calls of the back office. */
export const productScope = 'use:product';

/** Lets an assistant read reports at the address for assistants, and nothing else. */
export const reportScope = 'read:reports';
/** Path of the product for assistants (Model Context Protocol). With the origin, it is the resource of their tokens. */
export const assistantPath = '/mcp';

/** Scopes that the web application requests. */
export const webScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  permissionScope,
  accountScope,
  productScope,
] as const;
