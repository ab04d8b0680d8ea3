import { identityUserPrefix } from '../../storage.ts';

/** Stores a user of the test configuration's client whose access token is valid for `seconds` more. */
export function storeUser(
  seconds: number,
  {
    email,
    ...more
  }: {
    idToken?: null;
    refreshToken?: string;
    scopes?: readonly string[];
    email?: string;
  } = {},
): void {
  const record = {
    idToken: 'id-token',
    accessToken: 'identity-token',
    refreshToken: null,
    tokenType: 'Bearer',
    scopes: ['openid'],
    profile: { sub: 'person', email },
    expiresIn: 600,
    expiresAt: Math.floor(Date.now() / 1000) + seconds,
    sessionState: null,
    ...more,
  };
  localStorage.setItem(`${identityUserPrefix}web`, JSON.stringify(record));
}
