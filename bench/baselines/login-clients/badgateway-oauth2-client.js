import { OAuth2Client, generateCodeVerifier } from '@badgateway/oauth2-client';

const client = new OAuth2Client({
  server: 'https://identity.example',
  clientId: 'web',
  discoveryEndpoint: '/.well-known/openid-configuration',
});
const redirectUri = `${location.origin}/`;
globalThis.client = {
  async start() {
    const { state, codeVerifier } = JSON.parse(sessionStorage.login);
    const token = await client.authorizationCode.getTokenFromCodeRedirect(location.href, {
      redirectUri,
      state,
      codeVerifier,
    });
    localStorage.token = JSON.stringify(token);
  },
  async signIn() {
    const codeVerifier = await generateCodeVerifier();
    const state = crypto.randomUUID();
    sessionStorage.login = JSON.stringify({ state, codeVerifier });
    location.assign(
      await client.authorizationCode.getAuthorizeUri({
        redirectUri,
        state,
        codeVerifier,
        scope: ['openid'],
      }),
    );
  },
  async renew() {
    const token = await client.refreshToken(JSON.parse(localStorage.token));
    localStorage.token = JSON.stringify(token);
  },
  async signOut() {
    await client.revoke(JSON.parse(localStorage.token), 'refresh_token');
    localStorage.removeItem('token');
  },
};
