import * as openid from 'openid-client';

const redirectUri = `${location.origin}/`;
const discover = () =>
  openid.discovery(new URL('https://identity.example'), 'web', undefined, openid.None());
const keep = (tokens) => (localStorage.tokens = JSON.stringify(tokens));

globalThis.client = {
  async start() {
    const { state, nonce, verifier } = JSON.parse(sessionStorage.login);
    const configuration = await discover();
    keep(
      await openid.authorizationCodeGrant(configuration, new URL(location.href), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      }),
    );
  },
  async signIn() {
    const verifier = openid.randomPKCECodeVerifier();
    const [state, nonce] = [openid.randomState(), openid.randomNonce()];
    sessionStorage.login = JSON.stringify({ state, nonce, verifier });
    const url = openid.buildAuthorizationUrl(await discover(), {
      redirect_uri: redirectUri,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    location.assign(url);
  },
  async renew() {
    const { refresh_token: token } = JSON.parse(localStorage.tokens);
    keep(await openid.refreshTokenGrant(await discover(), token));
  },
  async signOut() {
    const { id_token: hint } = JSON.parse(localStorage.tokens);
    localStorage.removeItem('tokens');
    location.assign(openid.buildEndSessionUrl(await discover(), { id_token_hint: hint }));
  },
};
