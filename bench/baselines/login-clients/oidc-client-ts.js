import { UserManager } from 'oidc-client-ts';

const manager = new UserManager({
  authority: 'https://identity.example',
  client_id: 'web',
  redirect_uri: `${location.origin}/`,
});
globalThis.client = {
  start: () => manager.signinCallback(),
  signIn: () => manager.signinRedirect(),
  renew: () => manager.signinSilent(),
  signOut: () => manager.signoutRedirect(),
};
