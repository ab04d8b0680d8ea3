import * as oauth from 'oauth4webapi';

const issuer = new URL('https://identity.example');
const client = { client_id: 'web' };
const redirectUri = `${location.origin}/`;
const discover = async () =>
  oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer));
const keep = (tokens) => (localStorage.tokens = JSON.stringify(tokens));

globalThis.client = {
  async start() {
    const { state, nonce, verifier } = JSON.parse(sessionStorage.login);
    const server = await discover();
    const response = oauth.validateAuthResponse(server, client, new URL(location.href), state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      response,
      redirectUri,
      verifier,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer.clone(), {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer);
    keep(tokens);
  },
  async signIn() {
    const [verifier, state, nonce] = [
      oauth.generateRandomCodeVerifier(),
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
    ];
    sessionStorage.login = JSON.stringify({ state, nonce, verifier });
    const { authorization_endpoint: endpoint } = await discover();
    const url = new URL(endpoint);
    url.search = new URLSearchParams({
      client_id: 'web',
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    location.assign(url);
  },
  async renew() {
    const server = await discover();
    const { refresh_token: token } = JSON.parse(localStorage.tokens);
    const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token);
    keep(await oauth.processRefreshTokenResponse(server, client, answer));
  },
  async signOut() {
    const { end_session_endpoint: endpoint } = await discover();
    const { id_token: hint } = JSON.parse(localStorage.tokens);
    localStorage.removeItem('tokens');
    location.assign(`${endpoint}?${new URLSearchParams({ id_token_hint: hint })}`);
  },
};
