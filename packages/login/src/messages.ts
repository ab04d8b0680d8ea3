/** Error messages, verbatim from the product specification (section 8). */

export const missingField = (field: string): string => `Missing required field \`${field}\``;
export const httpStatus = (status: number): string => `HTTP status ${status}`;
export const invalidState = 'Invalid state';
export const invalidNonce = 'Invalid nonce';
export const invalidRequestState = 'Invalid authorization request state';
export const missingCode = 'Missing code, unable to request token';
export const noToken = 'Unable to get token';
export const badIdToken = 'Failed to parse idToken';
export const noRefreshToken = 'Missing refresh token';
export const frameTimeout = 'Frame window timed out';
export const silentExchange = 'Silent exchange error';
export const alreadyLoggedOut = 'User already logout';
