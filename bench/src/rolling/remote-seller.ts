import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SandboxProcess } from '../../../apps/server/src/collector/testing/processes/sandbox-process.ts';
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
  /** Null if there was no answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Signs in as a demo account, from the login screen to the tokens. */
export async function signInRemotely(origins: Origins, username: string): Promise<Tokens> {
  const browser = new Browser(origins.identity);
  const request = authorizationRequest({ redirect_uri: `${origins.app}/` });
  const { response } = await signIn(browser, { username, request });
  const code = response.searchParams.get('code') ?? '';
  return readTokens(await exchangeCode(origins.identity, code, request.verifier, origins.app));
}

/** Refreshes tokens, which spends the refresh token. */
export async function refreshRemotely(
  origins: Origins,
  { refresh_token }: Tokens,
): Promise<Tokens> {
  return readTokens(await refreshTokens(origins.identity, refresh_token, origins.app));
}

/** A seller who uses the product through its origins. Calls that are not answered with 200 throw. */
export class RemoteSeller {
  readonly #origins: Origins;
  #tokens: Tokens;
  #credential = '';
  #refreshing: Promise<void> | null = null;

  private constructor(origins: Origins, tokens: Tokens) {
    this.#origins = origins;
    this.#tokens = tokens;
  }

  static async create(origins: Origins, username: string): Promise<RemoteSeller> {
    const seller = new RemoteSeller(origins, await signInRemotely(origins, username));
    await seller.#openSession();
    return seller;
  }

  async #openSession(): Promise<void> {
    const { access_token: accessToken } = this.#tokens;
    const body = await this.#send('POST', '/auth/identity_login', { accessToken });
    this.#credential = Value.Parse(Credential, body).accessToken;
  }

  /** Calls the API. Refreshes the tokens as the browser does if the session has expired. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    try {
      return await this.#send(method, path, body);
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 401) throw error;
    }
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = null));
    await this.#refreshing;
    return this.#send(method, path, body);
  }

  async #refresh(): Promise<void> {
    this.#tokens = await refreshRemotely(this.#origins, this.#tokens);
    this.#credential = '';
    await this.#openSession();
  }

  async #send(method: string, path: string, body?: object): Promise<unknown> {
    const { status, text } = await fetch(`${this.#origins.app}${path}`, {
      method,
      headers: {
        ...(this.#credential && { authorization: `Bearer ${this.#credential}` }),
        ...(body && { 'content-type': 'application/json', origin: this.#origins.app }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
      .catch((error: unknown) => {
        throw new CallFailed(`${method} ${path} had no answer: ${String(error)}`);
      });
    if (status >= 400)
      throw new CallFailed(`${method} ${path} was answered ${status}: ${text}`, status);
    return text === '' ? null : JSON.parse(text);
  }

  /**
   * Links a shop as the browser would. Returns its id.
   * @param again id of the shop to link again
   */
  async link(
    sandbox: SandboxProcess,
    external: string,
    platform: string,
    again?: string,
  ): Promise<string> {
    const query = new URLSearchParams({ platform, ...(again && { shopId: again }) });
    const started = await this.call('GET', `/partner/authorize?${query.toString()}`);
    const { state } = Value.Parse(Authorization, started);
    const accessToken = await sandbox.consent(external, state, platform, this.#origins.app);
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
