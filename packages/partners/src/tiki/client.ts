import type { PartnerCall, ConnectorEnvironment } from '../connector/connector.ts';
import { parseJson, splitArray, type JsonElement } from '../parsing/lossless-json.ts';
import { PartnerError } from '../connector/partner-error.ts';
import { withRetries } from '../http/retries.ts';
import { sendRequest, type HttpResponse } from '../http/http-request.ts';
import { apiError, tokenError } from './errors.ts';

export interface TikiApplication {
  /** 16 or more digits, hence text. */
  clientId: string;
  clientSecret: string;
  /** How the client authenticates at the token endpoint; fixed at registration. */
  clientAuthentication: 'client_secret_basic' | 'client_secret_post';
  /** URL of the consent page. */
  authorizeUrl: string;
  /** URL of the token endpoint. */
  tokenUrl: string;
  /** Base URL of the data calls, ending in `/integration`. */
  api: string;
}

export interface TikiRequest {
  /** Path below `/integration`: `/v2/orders`. */
  path: string;
  parameters?: Readonly<Record<string, string>>;
  /** If present, the request is a POST. */
  body?: object;
  accessToken: string;
  shop: string | null;
  signal?: AbortSignal;
}

export interface TikiResponse {
  /** The response with numbers as text; the array at the requested path is emptied. */
  body: unknown;
  /** Elements of that array, verbatim; empty when there is no array. */
  elements: JsonElement[];
  hasArray: boolean;
  /** The whole response, verbatim. */
  bytes: Buffer;
}

export class TikiClient {
  readonly application: TikiApplication;
  readonly environment: ConnectorEnvironment;

  constructor(application: TikiApplication, environment: ConnectorEnvironment) {
    this.application = application;
    this.environment = environment;
  }

  /**
   * Sends a read or another idempotent call. Retries with growing, jittered delays while the partner throttles or is
   * unavailable.
   */
  async read(request: TikiRequest, arrayPath: readonly string[] = []): Promise<TikiResponse> {
    const { path: endpoint, signal } = request;
    return withRetries(this.environment, { platform: 'TIKI', endpoint, signal }, () =>
      this.#readOnce(request, arrayPath),
    );
  }

  async #readOnce(request: TikiRequest, arrayPath: readonly string[]): Promise<TikiResponse> {
    const call = this.#call(request.path, request.shop, request.signal);
    await this.environment.beforeCall(call);
    const query = encode(request.parameters ?? {});
    const address = `${this.application.api}${request.path}`;
    const answer = await this.#exchange(
      request.path,
      query === '' ? address : `${address}?${query}`,
      {
        method: request.body ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${request.accessToken}`,
          ...(request.body && { 'content-type': 'application/json' }),
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
      },
      request.signal,
    );
    if (answer.status === 200 || answer.status === 201)
      return parseResponse(request.path, answer.body, arrayPath);
    const error = apiError(request.path, answer);
    if (error.kind === 'throttled') {
      const throttle = { scope: error.scope ?? 'shop', waitMs: error.retryAfterMs ?? 1000 };
      this.environment.log.warn({ call, code: error.code, ...throttle }, 'Tiki throttled a call');
      await this.environment.onThrottled(call, throttle);
    }
    throw error;
  }

  /** Sends a token request. A code or refresh token is spent even if the response is lost, so there are no retries. */
  async spend(
    spent: 'code' | 'refresh_token',
    fields: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const { application } = this;
    const endpoint = '/sc/oauth2/token';
    await this.environment.beforeCall(this.#call(endpoint, null));
    const { clientId, clientSecret, clientAuthentication } = application;
    const isPost = clientAuthentication === 'client_secret_post';
    const body = {
      ...fields,
      client_id: clientId,
      ...(isPost && { client_secret: clientSecret }),
    };
    // Not form-encoded first, unlike in RFC 6749 (section 2.3.1): Tiki's own clients send the plain values.
    const basic = Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64');
    const answer = await this.#exchange(endpoint, application.tokenUrl, {
      method: 'POST',
      body: encode(body),
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(!isPost && { authorization: `Basic ${basic}` }),
      },
    });
    if (answer.status !== 200) throw tokenError(endpoint, answer, spent);
    return parseResponse(endpoint, answer.body, []).body;
  }

  #call(endpoint: string, shop: string | null, signal?: AbortSignal): PartnerCall {
    const app = this.application.clientId;
    return { platform: 'TIKI', app, shop, endpoint, ...(signal && { signal }) };
  }

  #exchange(
    endpoint: string,
    url: string,
    init: RequestInit,
    signal?: AbortSignal,
  ): Promise<HttpResponse> {
    const { fetch, timeoutMs } = this.environment;
    return sendRequest({ fetch, endpoint, url, init }, timeoutMs, signal);
  }
}

/** Percent-encodes all values: Tiki requires `%7C` in `created_at|asc`. */
function encode(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function parseResponse(
  endpoint: string,
  bytes: Buffer,
  arrayPath: readonly string[],
): TikiResponse {
  try {
    const split = arrayPath.length > 0 ? splitArray(bytes, arrayPath) : null;
    const body = parseJson(split?.rest ?? bytes);
    return { body, elements: split?.elements ?? [], hasArray: split !== null, bytes };
  } catch {
    throw new PartnerError({ kind: 'unavailable', code: 'not_json', endpoint });
  }
}
