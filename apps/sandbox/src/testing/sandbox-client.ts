/**
 * Test client of a sandbox: its control API, and Lazada's gateway, whose calls it signs with an implementation of its
 * own. It validates the types of all responses.
 */
import { createHmac } from 'node:crypto';
import { startSandbox } from '../sandbox.ts';
import type { RunningSandbox } from '../sandbox.ts';
import type { Settings } from '../settings.ts';

const appKey = '100240';
const appSecret = 'sc-lazada-secret-0001';
export const lazadaCallback = 'http://localhost:3000/oauth/callback/lazada';

export type Json = Readonly<Record<string, unknown>>;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a field that must be an object. */
export function objectAt(value: Json, name: string): Json {
  const field = value[name];
  if (!isJson(field)) throw new TypeError(`${name} is not an object in ${JSON.stringify(value)}`);
  return field;
}

/** Returns a field that must be a list of objects. */
export function listAt(value: Json, name: string): readonly Json[] {
  const field = value[name];
  if (!Array.isArray(field) || !field.every(isJson)) {
    throw new TypeError(`${name} is not a list in ${JSON.stringify(value).slice(0, 300)}`);
  }
  return field;
}

export function textAt(value: Json, name: string): string {
  const field = value[name];
  if (typeof field !== 'string') throw new TypeError(`${name} is not a text`);
  return field;
}

export function numberAt(value: Json, name: string): number {
  const field = value[name];
  if (typeof field !== 'number') throw new TypeError(`${name} is not a number`);
  return field;
}

async function jsonOf(response: Response): Promise<Json> {
  const value: unknown = await response.json();
  if (!isJson(value)) throw new TypeError('the answer is not an object');
  return value;
}

function settingsWith(changes: Partial<Settings>): Settings {
  return {
    host: '127.0.0.1',
    port: 0,
    seed: 7,
    size: 'tiny',
    clockMs: undefined,
    months: 18,
    dataDirectory: undefined,
    replays: [],
    lazadaCallbacks: [],
    shopeeCallbacks: [],
    tikiCallbacks: [],
    facebookCallbacks: [],
    googleCallbacks: [],
    tiktokCallback: 'http://localhost:3000/oauth/callback/tiktok',
    applicationOrigin: 'http://localhost:3000',
    pushOrigin: null,
    exitWithParent: false,
    ...changes,
  };
}

export class SandboxTestClient {
  readonly running: RunningSandbox;

  constructor(running: RunningSandbox) {
    this.running = running;
  }

  static async start(changes: Partial<Settings> = {}): Promise<SandboxTestClient> {
    return new SandboxTestClient(await startSandbox(settingsWith(changes)));
  }

  async control(path: string, method = 'GET', body?: unknown): Promise<Json> {
    return jsonOf(await this.controlResponse(path, method, body));
  }

  async controlResponse(path: string, method = 'GET', body?: unknown): Promise<Response> {
    return fetch(`${this.running.controlUrl}/_sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  }

  async shops(): Promise<readonly Json[]> {
    return listAt(await this.control('shops'), 'items');
  }

  signed(
    path: string,
    business: Readonly<Record<string, string>>,
    token?: string,
  ): URLSearchParams {
    const parameters: Record<string, string> = {
      app_key: appKey,
      timestamp: String(Date.now()),
      sign_method: 'sha256',
      ...(token === undefined ? {} : { access_token: token }),
      ...business,
    };
    const names = Object.keys(parameters).toSorted();
    const text = path + names.map((name) => `${name}${parameters[name] ?? ''}`).join('');
    const sign = createHmac('sha256', appSecret).update(text).digest('hex').toUpperCase();
    return new URLSearchParams({ ...parameters, sign });
  }

  /** Makes a signed call of Lazada's gateway. */
  async call(
    path: string,
    business: Readonly<Record<string, string>> = {},
    token?: string,
  ): Promise<Json> {
    return jsonOf(await this.callResponse(path, business, token));
  }

  async callResponse(
    path: string,
    business: Readonly<Record<string, string>> = {},
    token?: string,
  ): Promise<Response> {
    return fetch(
      `${this.running.lazadaUrl}/rest${path}?${this.signed(path, business, token).toString()}`,
    );
  }

  async code(shop: string): Promise<string> {
    const body = { platform: 'LAZADA', shop, redirectUri: lazadaCallback };
    return textAt(await this.control('authorize', 'POST', body), 'code');
  }

  /** Links a shop and returns the token response. */
  async link(shop: string): Promise<Json> {
    return this.call('/auth/token/create', { code: await this.code(shop) });
  }

  async token(shop: string): Promise<string> {
    return textAt(await this.link(shop), 'access_token');
  }
}
