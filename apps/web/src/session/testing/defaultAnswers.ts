/** Metadata of the provider. */
export const metadata = {
  issuer: 'https://id.test',
  authorization_endpoint: 'https://id.test/oauth/authorize',
  token_endpoint: 'https://id.test/oauth/token',
  userinfo_endpoint: 'https://id.test/userinfo',
  end_session_endpoint: 'https://id.test/oauth/logout',
  jwks_uri: 'https://id.test/jwks',
};
/** Returns a credential that is valid for `seconds`. */
export const credentialFor = (accessToken: string, seconds = 600) => ({
  accessToken,
  accessTokenExpiresAt: new Date(Date.now() + seconds * 1_000).toISOString(),
});
/** Responses by path. */
export const defaultAnswers: Record<string, () => Response | Promise<Response>> = {
  '/.well-known/openid-configuration': () => Response.json(metadata),
  '/userinfo': () => Response.json({ sub: 'person' }),
  '/auth/identity_login': () => Response.json(credentialFor('core-token')),
  '/auth/google_login': () => Response.json(credentialFor('from Google')),
  '/auth/validate': () => Response.json({ sub: 'person' }),
};
