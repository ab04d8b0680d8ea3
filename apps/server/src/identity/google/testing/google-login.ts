import { startSandbox, type Sandbox } from '@seller-connect/partners/testing';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  readContinuation,
  authorizationRequest,
  Browser,
  locationOf,
  openLoginScreen,
} from '../../testing/browser.ts';
import { appOrigin } from '../../testing/start-identity.ts';

const GoogleSettings = Type.Object({ issuer: Type.String() });
const Code = Type.Object({ code: Type.String() });
const Tokens = Type.Object({ access_token: Type.String(), id_token: Type.String() });
const Calls = Type.Object({
  items: Type.Array(
    Type.Object({ platform: Type.String(), path: Type.String(), total: Type.Integer() }),
  ),
});

export const newAccountEmail = 'thuha.nguyen@thudientu.test';
export const demoShopEmail = 'Shop@Demo.test';
export const unverifiedEmail = 'chua.xac.minh@thudientu.test';

export interface SandboxGoogle {
  sandbox: Sandbox;
  issuer: string;
  /** Returns a code, as the account page would issue it for this authorization request. */
  consent(account: string, request: URL): Promise<string>;
  tokens(given: Record<string, unknown>): Promise<{ access_token: string; id_token: string }>;
  options(change: Record<string, unknown>): Promise<void>;
  fault(rule: Record<string, unknown>): Promise<void>;
  callsTo(path: string): Promise<number>;
  reset(): Promise<void>;
}

export async function startSandboxGoogle(): Promise<SandboxGoogle> {
  const sandbox = await startSandbox({ SANDBOX_SIZE: 'tiny' });
  const { issuer } = Value.Parse(GoogleSettings, await sandbox.control('GET', '/_sandbox/google'));
  return {
    sandbox,
    issuer,
    async consent(account, request) {
      const parameters = request.searchParams;
      const answer = await sandbox.control('POST', '/_sandbox/authorize', {
        platform: 'GOOGLE',
        account,
        redirectUri: parameters.get('redirect_uri'),
        nonce: parameters.get('nonce'),
        codeChallenge: parameters.get('code_challenge'),
      });
      return Value.Parse(Code, answer).code;
    },
    tokens: async (given) =>
      Value.Parse(Tokens, await sandbox.control('POST', '/_sandbox/google/tokens', given)),
    options: async (change) => void (await sandbox.control('PUT', '/_sandbox/google', change)),
    fault: async (rule) =>
      void (await sandbox.control('POST', '/_sandbox/faults', { platform: 'GOOGLE', ...rule })),
    async callsTo(path) {
      const { items } = Value.Parse(Calls, await sandbox.control('GET', '/_sandbox/calls'));
      return items.find((each) => each.platform === 'GOOGLE' && each.path === path)?.total ?? 0;
    },
    reset: async () => void (await sandbox.control('POST', '/_sandbox/reset')),
  };
}

/** A browser that has left the login screen for Google. */
export interface GoogleLogin {
  browser: Browser;
  interaction: string;
  /** The authorization request at Google. */
  request: URL;
  state: string;
  /** For the final code exchange. */
  verifier: string;
}

export async function startGoogleLogin(
  origin: string,
  browser = new Browser(origin),
  search = '',
): Promise<GoogleLogin> {
  const { url, verifier } = authorizationRequest();
  const interaction = await openLoginScreen(browser, url);
  const request = locationOf(
    await browser.fetch(`/oauth/interaction/${interaction}/google${search}`),
  );
  return {
    browser,
    interaction,
    request,
    state: request.searchParams.get('state') ?? '',
    verifier,
  };
}

/** Posts the parameters of Google's redirect, as the application's callback screen does. */
export function postCallback(
  browser: Browser,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.fetch('/oauth/google/callback', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: appOrigin, ...headers },
    body: JSON.stringify(body),
  });
}

/**
 * Returns the URL where a successful callback leads.
 * @throws Error when the callback failed
 */
export async function readRedirect(answer: Response): Promise<URL> {
  if (answer.status !== 200) throw new Error(`The callback was answered ${answer.status}`);
  return new URL(await readContinuation(answer));
}
