import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/sandbox-process.ts';
import {
  authorizationRequest,
  Browser,
  exchangeCode,
  readTokens,
  refreshTokens,
  signIn,
  type Tokens,
} from '../../../apps/server/src/identity/testing/browser.ts';

const Credential = Type.Object({ accessToken: Type.String() });
const Authorization = Type.Object({ state: Type.String() });
const Linked = Type.Object({
  shops: Type.Array(Type.Object({ id: Type.String(), externalShopId: Type.String() })),
});

export interface Origins {
  app: string;
  identity: string;
}

/** A failed call: what was called and what came back. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
}

/** Signs in as a demo account, from the login screen to the tokens. */
export async function signInRemotely(origins: Origins, username: string): Promise<Tokens> {
  const browser = new Browser(origins.identity);
  const request = authorizationRequest({ redirect_uri: `${origins.app}/` });
  const { response } = await signIn(browser, { username, request });
  const code = response.searchParams.get('code') ?? '';
  return readTokens(await exchangeCode(origins.identity, code, request.verifier, origins.app));
}

/** Renews tokens, which spends the refresh token. */
export async function renewRemotely(origins: Origins, { refresh_token }: Tokens): Promise<Tokens> {
  return readTokens(await refreshTokens(origins.identity, refresh_token, origins.app));
}

/** A seller who uses the product through its origins. Calls that are not answered with 200 throw. */
export class RemoteSeller {
  readonly #origins: Origins;
  readonly #credential: string;

  constructor(origins: Origins, credential: string) {
    this.#origins = origins;
    this.#credential = credential;
  }

  static async create(origins: Origins, username: string): Promise<RemoteSeller> {
    const { access_token: accessToken } = await signInRemotely(origins, username);
    const guest = new RemoteSeller(origins, '');
    const body = await guest.call('POST', '/auth/identity_login', { accessToken });
    return new RemoteSeller(origins, Value.Parse(Credential, body).accessToken);
  }

  async call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${this.#origins.app}${path}`, {
      method,
      headers: {
        ...(this.#credential && { authorization: `Bearer ${this.#credential}` }),
        ...(body && { 'content-type': 'application/json', origin: this.#origins.app }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CallFailed(`${method} ${path} had no answer: ${String(error)}`);
    });
    const text = await answer.text();
    if (!answer.ok)
      throw new CallFailed(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Links a shop as the browser would. Returns its id. */
  async link(sandbox: SandboxProcess, external: string, platform: string): Promise<string> {
    const started = await this.call('GET', `/partner/authorize?platform=${platform}`);
    const { state } = Value.Parse(Authorization, started);
    const accessToken = await sandbox.consent(external, state, platform);
    const extras = platform === 'SHOPEE' ? { shop_id: external } : {};
    const linked = Value.Parse(
      Linked,
      await this.call('POST', '/partner/credential', { platform, accessToken, state, ...extras }),
    );
    const shop = linked.shops.find(({ externalShopId }) => externalShopId === external);
    if (!shop) throw new Error('The linked shop is not in the answer');
    return shop.id;
  }
}
