import { createAuth0Client } from '@auth0/auth0-spa-js';

const auth0 = await createAuth0Client({
  domain: 'identity.example',
  clientId: 'web',
  useRefreshTokens: true,
  authorizationParams: { redirect_uri: `${location.origin}/` },
});
globalThis.client = {
  start: () => auth0.handleRedirectCallback(),
  signIn: () => auth0.loginWithRedirect(),
  renew: () => auth0.getTokenSilently({ cacheMode: 'off' }),
  signOut: () => auth0.logout(),
};
