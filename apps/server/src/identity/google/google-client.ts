import { errors, jwtVerify, type JWTPayload } from 'jose';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { GoogleApplication } from './application.ts';
import { cutText } from '../../platform/cut-text.ts';
import { nameKey } from '../accounts/accounts.ts';
import { callProvider, ProviderUnavailable } from '../http/provider-client.ts';
import { createProviderMetadata } from '../http/provider-metadata.ts';

/** Google, or a check of its response, does not confirm the user. `reason` is for the log and contains no value. */
export class GoogleRefusal extends Error {
  override readonly name = 'GoogleRefusal';
  readonly reason: string;

  constructor(reason: string) {
    super(`Google does not confirm the person: ${reason}`);
    this.reason = reason;
  }
}

/** A user's profile at Google, after all checks. */
export interface GoogleProfile {
  issuer: string;
  /** The only stable identifier; addresses and names change. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  /**
   * Key of the address if Google is the authority for it: gmail.com or a hosted domain (`hd`). For any other
   * address, Google once verified a mailbox that it does not run.
   * @see https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
   */
  authoritativeFor: string | null;
  name: string | null;
}

export interface GoogleClient {
  /**
   * Returns the URL where the user signs in at Google.
   * @throws ProviderUnavailable when Google's discovery document cannot be fetched
   */
  authorizationAddress(request: {
    state: string;
    nonce: string;
    codeChallenge: string;
  }): Promise<string>;
  /**
   * Exchanges an authorization code and returns the profile of its ID token and the access token. Never retried,
   * because a code works once.
   * @throws GoogleRefusal when Google or a check rejects the code or the ID token
   * @throws ProviderUnavailable when Google does not answer or rejects our client
   */
  byCode(given: {
    code: string;
    codeVerifier: string;
    nonce: string;
  }): Promise<{ profile: GoogleProfile; accessToken: string | null }>;
  /**
   * Returns the profile behind an access token that was issued to our client.
   * @throws GoogleRefusal when the token is invalid, expired, lacks scopes or was issued to another client
   * @throws ProviderUnavailable when Google does not answer
   */
  byAccessToken(accessToken: string): Promise<GoogleProfile>;
}

const TokenAnswer = Type.Object({
  id_token: Type.String({ minLength: 1, maxLength: 16_384 }),
  access_token: Type.Optional(Type.String({ minLength: 1, maxLength: 8192 })),
});
const OAuthError = Type.Object({ error: Type.String({ maxLength: 100 }) });
const subject = Type.String({ minLength: 1, maxLength: 255 });
// The tokeninfo endpoint returns strings where the others return numbers and booleans.
const TokenInfo = Type.Object({
  aud: Type.String(),
  azp: Type.String(),
  sub: subject,
  scope: Type.String(),
  exp: Type.Union([Type.String(), Type.Number()]),
});
const UserInfo = Type.Object({
  sub: subject,
  email: Type.Optional(Type.String()),
  email_verified: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
  hd: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
});
type UserInfo = Static<typeof UserInfo>;

const maxClockSkewSeconds = 60;
/** Google's access tokens are shorter. */
const maxAccessTokenLength = 2048;
const emailScopes = ['email', 'https://www.googleapis.com/auth/userinfo.email'];

export function createGoogleClient(
  application: GoogleApplication,
  options: { timeoutMs?: number; keyCooldownMs?: number } = {},
): GoogleClient {
  const { clientId, clientSecret, issuer, redirectUri } = application;
  const { timeoutMs = 5000, keyCooldownMs = 60_000 } = options;
  const repeatable = { timeoutMs, tries: 2 };
  const metadata = createProviderMetadata(issuer, repeatable, keyCooldownMs);

  async function verifyIdToken(idToken: string, nonce: string): Promise<JWTPayload> {
    const { keys } = await metadata();
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        // Google's ID tokens once named the issuer without the scheme, and may again.
        issuer: [issuer, issuer.replace(/^https:\/\//, '')],
        audience: clientId,
        clockTolerance: maxClockSkewSeconds,
        maxTokenAge: '1 day',
        requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      });
      const { azp, aud } = payload;
      if (payload['nonce'] !== nonce) throw new GoogleRefusal('nonce');
      if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) {
        throw new GoogleRefusal('authorized_party');
      }
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      throw new GoogleRefusal(error.code);
    }
  }

  return {
    async authorizationAddress({ state, nonce, codeChallenge }) {
      const address = new URL((await metadata()).authorization_endpoint);
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // Lets users with several accounts choose one.
        prompt: 'select_account',
      };
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
      return address.href;
    },

    async byCode({ code, codeVerifier, nonce }) {
      const { token_endpoint: address } = await metadata();
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      });
      const answer = await callProvider(address, { method: 'POST', body }, { timeoutMs, tries: 1 });
      if (answer.status !== 200) {
        const error = Value.Check(OAuthError, answer.body) ? answer.body.error : '';
        if (error === 'invalid_grant') throw new GoogleRefusal('invalid_grant');
        // Our client configuration is wrong, which the user cannot fix.
        throw new ProviderUnavailable(`the code exchange was answered ${answer.status}`);
      }
      if (!Value.Check(TokenAnswer, answer.body)) throw new GoogleRefusal('no_id_token');
      const claims = await verifyIdToken(answer.body.id_token, nonce);
      if (!Value.Check(UserInfo, claims)) throw new GoogleRefusal('claims');
      return { profile: toProfile(issuer, claims), accessToken: answer.body.access_token ?? null };
    },

    async byAccessToken(accessToken) {
      if (!/^[\w.~+/=-]+$/.test(accessToken) || accessToken.length > maxAccessTokenLength) {
        throw new GoogleRefusal('malformed_token');
      }
      // The token goes into the body, because URLs end up in logs on the way.
      const body = new URLSearchParams({ access_token: accessToken });
      const tokenInfo = await callProvider(
        application.tokenInfo,
        { method: 'POST', body },
        repeatable,
      );
      if (tokenInfo.status !== 200) throw new GoogleRefusal('token_unknown');
      if (!Value.Check(TokenInfo, tokenInfo.body)) throw new GoogleRefusal('token_info');
      const { aud, azp, sub, scope, exp } = tokenInfo.body;
      // Other sites also hold tokens of this user; they must not sign in here.
      if (aud !== clientId) throw new GoogleRefusal('audience');
      if (azp !== clientId) throw new GoogleRefusal('authorized_party');
      if (!(Number(exp) > Date.now() / 1000)) throw new GoogleRefusal('expired');
      const scopes = scope.split(' ');
      if (!scopes.includes('openid') || !emailScopes.some((each) => scopes.includes(each))) {
        throw new GoogleRefusal('scope');
      }
      const { userinfo_endpoint: address } = await metadata();
      if (address === undefined) {
        throw new ProviderUnavailable('the discovery document names no userinfo endpoint');
      }
      const headers = { authorization: `Bearer ${accessToken}` };
      const info = await callProvider(address, { headers }, repeatable);
      if (info.status !== 200) throw new GoogleRefusal('token_unknown');
      if (!Value.Check(UserInfo, info.body)) throw new GoogleRefusal('user_info');
      if (info.body.sub !== sub) throw new GoogleRefusal('subject');
      return toProfile(issuer, info.body);
    },
  };
}

function toProfile(issuer: string, claims: UserInfo): GoogleProfile {
  const { email = null, email_verified: verified, hd } = claims;
  const emailVerified = verified === true || verified === 'true';
  const isAuthority =
    email !== null && (/@gmail\.com$/i.test(email) || (emailVerified && Boolean(hd)));
  return {
    issuer,
    subject: claims.sub,
    email,
    emailVerified,
    authoritativeFor: isAuthority ? nameKey(email) : null,
    name: claims.name === undefined ? null : cutText(claims.name, 200),
  };
}
