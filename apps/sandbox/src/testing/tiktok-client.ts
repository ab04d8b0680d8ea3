/** Test client for TikTok Shop with its own implementation, linked to the smallest shop. */
import { createHmac } from 'node:crypto';
import { SandboxTestClient, isJson, listAt, numberAt, objectAt, textAt } from './sandbox-client.ts';
import type { Json } from './sandbox-client.ts';

const appKey = '6sc100240tts';
const appSecret = 'sc-tiktok-secret-0001';
export const shopId = '7494391241642441604';
export const worldNow = '2026-11-12T05:00:00Z';

interface TestResponse {
  readonly status: number;
  readonly answer: Json;
  readonly retryAfter: string | null;
}

interface RequestOverrides {
  readonly body?: unknown;
  readonly changes?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

export class TiktokTestClient {
  readonly sandbox: SandboxTestClient;
  token = '';
  refreshToken = '';
  cipher = '';

  private constructor(sandbox: SandboxTestClient) {
    this.sandbox = sandbox;
  }

  static async start(): Promise<TiktokTestClient> {
    const sandbox = await SandboxTestClient.start({ clockMs: Date.parse(worldNow), size: 'small' });
    await sandbox.control('clock', 'PUT', { frozen: true });
    const caller = new TiktokTestClient(sandbox);
    const linked = objectAt(await caller.exchange(await caller.code()), 'data');
    caller.token = textAt(linked, 'access_token');
    caller.refreshToken = textAt(linked, 'refresh_token');
    const { answer } = await caller.send('GET', '/authorization/202309/shops', {});
    const [shop = {}] = listAt(objectAt(answer, 'data'), 'shops');
    caller.cipher = textAt(shop, 'cipher');
    return caller;
  }

  async code(shop = shopId): Promise<string> {
    const body = { platform: 'TIKTOK', shop };
    return textAt(await this.sandbox.control('authorize', 'POST', body), 'code');
  }

  async exchange(auth_code: string): Promise<Json> {
    return this.tokens('get', { auth_code, grant_type: 'authorized_code' });
  }

  async refresh(given: string, grant_type = 'refresh_token'): Promise<Json> {
    return this.tokens('refresh', { refresh_token: given, grant_type });
  }

  async tokens(path: string, query: Record<string, string>): Promise<Json> {
    const text = new URLSearchParams({
      app_key: appKey,
      app_secret: appSecret,
      ...query,
    }).toString();
    const address = `${this.sandbox.running.tiktokUrl}/api/v2/token/${path}?${text}`;
    const answer: unknown = await (await fetch(address)).json();
    if (!isJson(answer)) throw new TypeError('the answer is not an object');
    return answer;
  }

  async send(
    method: string,
    path: string,
    business: Record<string, string>,
    given: RequestOverrides = {},
  ): Promise<TestResponse> {
    const query: Record<string, string> = {
      app_key: appKey,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...business,
    };
    const body = given.body === undefined ? '' : JSON.stringify(given.body);
    const named = Object.keys(query).toSorted();
    const text = named.map((name) => `${name}${query[name] ?? ''}`).join('');
    const sign = createHmac('sha256', appSecret)
      .update(`${appSecret}${path}${text}${body}${appSecret}`)
      .digest('hex');
    const sent = new URLSearchParams({ ...query, sign, ...given.changes });
    const response = await fetch(`${this.sandbox.running.tiktokUrl}${path}?${sent.toString()}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-tts-access-token': this.token,
        ...given.headers,
      },
      ...(body !== '' && { body }),
    });
    const answer: unknown = await response.json();
    if (!isJson(answer)) throw new TypeError('the answer is not an object');
    return { status: response.status, answer, retryAfter: response.headers.get('retry-after') };
  }

  /** Returns the data of a response that must be successful. */
  async ask(
    method: 'GET' | 'POST',
    path: string,
    business: Record<string, string> = {},
    body?: unknown,
  ): Promise<Json> {
    const parameters = { shop_cipher: this.cipher, ...business };
    const { answer } = await this.send(method, path, parameters, { body });
    if (answer['code'] !== 0) throw new Error(JSON.stringify(answer));
    return objectAt(answer, 'data');
  }

  /** Returns all rows of a paginated list. */
  async rows(
    method: 'GET' | 'POST',
    path: string,
    list: string,
    business: Record<string, string>,
    body?: unknown,
  ): Promise<Json[]> {
    const rows: Json[] = [];
    let page_token = '';
    do {
      const parameters = { ...business, ...(page_token !== '' && { page_token }) };
      const page = await this.ask(method, path, parameters, body);
      rows.push(...listAt(page, list));
      page_token = textAt(page, 'next_page_token');
      const isToken = page_token === '' || /\+.*\/.*=$/.test(page_token);
      if (!isToken) throw new Error(`${page_token} would not show a careless client`);
      const isCounted = 'total_count' in page;
      if (page_token === '' && isCounted && rows.length !== numberAt(page, 'total_count')) {
        throw new Error(`${rows.length} rows are not what is counted`);
      }
    } while (page_token !== '');
    return rows;
  }

  async orders(body: unknown = {}): Promise<Json[]> {
    const business = { page_size: '100', sort_order: 'ASC' };
    return this.rows('POST', '/order/202309/orders/search', 'orders', business, body);
  }

  async returns(body: unknown = {}): Promise<Json[]> {
    const path = '/return_refund/202309/returns/search';
    return this.rows('POST', path, 'return_orders', { page_size: '50' }, body);
  }
}
