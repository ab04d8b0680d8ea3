import { createHash, randomBytes } from 'node:crypto';
import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A response of the minimal HTTP client. The client keeps its connections and does as little work as possible. */
export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An origin without a listener: redirects to it are parsed, never followed. */
export const appOrigin = 'http://localhost:9';
const clientId = 'seller-connect-web';
const demo = { username: 'seller@demo.test', password: 'demo-Seller-2026' };

export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * Sends one request. The body is sent as a form if it is `URLSearchParams`, else as JSON; without a body it is a GET.
 */
export function send(
  address: string,
  body: URLSearchParams | object | null,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  const isForm = body instanceof URLSearchParams;
  const text = body === null ? '' : isForm ? body.toString() : JSON.stringify(body);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const more = body === null ? {} : { 'content-type': type };
  return new Promise((done, fail) => {
    const outgoingRequest = request(
      address,
      { agent, method: body === null ? 'GET' : 'POST', headers: { ...more, ...headers } },
      (response) => {
        let received = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (received += chunk));
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        );
      },
    );
    outgoingRequest.on('error', fail);
    outgoingRequest.end(text);
  });
}

let visitorCount = 0;

/** A browser with an IP address of its own, so that it meets no limit on login attempts per address. */
export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();
  readonly #address: string;

  constructor(origin: string) {
    this.#origin = origin;
    visitorCount += 1;
    this.#address = `10.${(process.pid >> 2) & 255}.${visitorCount >> 8}.${visitorCount & 255}`;
  }

  async #ask(path: string, body: object | null = null): Promise<HttpResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(new URL(path, this.#origin).href, body, {
      'x-forwarded-for': this.#address,
      ...(cookie !== '' && { cookie }),
      ...(body !== null && { origin: this.#origin, 'sec-fetch-site': 'same-origin' }),
    });
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = (header.split(';')[0] ?? '').split('=');
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }

  /** Signs in: authorization request, login form, redirect. Returns the code. */
  async signIn(): Promise<Code> {
    const verifier = randomBytes(36).toString('base64url');
    const opened = await this.#ask(authorizationPath(verifier));
    const screen = locationOf(await this.#ask(locationOf(opened, this.#origin).href), this.#origin);
    const interaction = screen.searchParams.get('interaction') ?? '';
    const sent = await this.#ask(`/oauth/interaction/${interaction}/login`, demo);
    const next = readFormField(sent, 'redirectTo');
    return { code: readCode(await this.#ask(next), this.#origin), verifier };
  }

  /** Gets another code for the existing session with `prompt=none`. */
  async silently(): Promise<Code> {
    const verifier = randomBytes(36).toString('base64url');
    const answer = await this.#ask(`${authorizationPath(verifier)}&prompt=none`);
    return { code: readCode(answer, this.#origin), verifier };
  }
}

export interface Code {
  code: string;
  verifier: string;
}

function authorizationPath(verifier: string): string {
  return `/oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${appOrigin}/`,
    response_type: 'code',
    scope: 'openid profile email phone read:permissions manage:account use:product',
    state: 'state-of-16-chars',
    nonce: 'nonce-of-16-chars',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()}`;
}

/**
 * Exchanges a code.
 * @returns the unparsed token response
 */
export function exchange(origin: string, { code, verifier }: Code): Promise<string> {
  return token(origin, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${appOrigin}/`,
  });
}

/**
 * Refreshes with a refresh token.
 * @returns the unparsed token response
 */
export function renew(origin: string, refreshToken: string): Promise<string> {
  return token(origin, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function token(origin: string, fields: Record<string, string>): Promise<string> {
  const form = new URLSearchParams({ client_id: clientId, ...fields });
  const answer = await send(`${origin}/oauth/token`, form, { origin: appOrigin });
  if (answer.status !== 200) throw new Error(`Tokens were refused: ${answer.body}`);
  return answer.body;
}

/** @throws if the JSON has no such string. */
export function readJsonField(json: string, name: string): string {
  const body: unknown = JSON.parse(json);
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}`);
  return value;
}

function readFormField(answer: HttpResponse, name: string): string {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.body}`);
  return readJsonField(answer.body, name);
}

function locationOf(answer: HttpResponse, origin: string): URL {
  const { location } = answer.headers;
  if (location === undefined) throw new Error(`Not redirected, but answered ${answer.status}`);
  return new URL(location, origin);
}

function readCode(answer: HttpResponse, origin: string): string {
  const code = locationOf(answer, origin).searchParams.get('code');
  if (code === null) throw new Error('The answer has no code');
  return code;
}
