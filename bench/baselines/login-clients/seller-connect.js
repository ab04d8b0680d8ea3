import { createLogin } from '@seller-connect/login';

const login = createLogin({
  clientId: 'web',
  issuer: 'https://identity.example',
  redirectUri: `${location.origin}/`,
});
globalThis.client = {
  start: () => login.start(),
  signIn: () => login.login(),
  renew: () => login.renew(),
  signOut: () => login.logout(),
};
