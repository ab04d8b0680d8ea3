import Keycloak from 'keycloak-js';

const keycloak = new Keycloak({ url: 'https://identity.example', realm: 'web', clientId: 'web' });
globalThis.client = {
  start: () => keycloak.init({ pkceMethod: 'S256' }),
  signIn: () => keycloak.login(),
  renew: () => keycloak.updateToken(-1),
  signOut: () => keycloak.logout(),
};
