import { OidcClient } from '@axa-fr/oidc-client';

const client = OidcClient.getOrCreate(() => fetch)({
  authority: 'https://identity.example',
  client_id: 'web',
  redirect_uri: `${location.origin}/`,
  scope: 'openid profile',
});
globalThis.client = {
  start: () => client.loginCallbackAsync(),
  signIn: () => client.loginAsync(),
  renew: () => client.renewTokensAsync(),
  signOut: () => client.logoutAsync(),
};
