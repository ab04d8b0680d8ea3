import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PartnerCall, ConnectorEnvironment } from '../../connector/connector.ts';
import { parseJson, splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { withRetries } from '../../http/retries.ts';
import { sendRequest, type ResponseExtent, type HttpResponse } from '../../http/http-request.ts';
import { toPartnerError } from './errors.ts';
import { sign } from './signing.ts';

export interface LazadaApplication {
  appKey: string;
  appSecret: string;
  /** URL of the consent page. */
  authorizeUrl: string;
  /** Base URL of the token calls, ending in `/rest`. */
  authApi: string;
  /** Returns the base URL of the data calls for a country (ISO 3166 alpha-2, upper case). */
  apiFor(country: string): string;
}

export interface LazadaRequest {
  base: string;
  /** Path without `/rest`, as it is signed: `/orders/get`. */
  path: string;
  parameters: Readonly<Record<string, string>>;
  accessToken?: string;
  shop: string | null;
  extent?: ResponseExtent;
  signal?: AbortSignal;
}

export interface LazadaResponse {
  /** The envelope with numbers as text; the array at the requested path is emptied. */
  body: unknown;
  /** Elements of that array, verbatim; empty when there is no array. */
  elements: JsonElement[];
  hasArray: boolean;
  /** The whole response, verbatim. */
  bytes: Buffer;
}

const Envelope = Compile(
  Type.Object({
    code: Type.String(),
    type: Type.Optional(Type.Unknown()),
    message: Type.Optional(Type.Unknown()),
    request_id: Type.Optional(Type.Unknown()),
  }),
);

export class LazadaClient {
  readonly application: LazadaApplication;
  readonly environment: ConnectorEnvironment;

  constructor(application: LazadaApplication, environment: ConnectorEnvironment) {
    this.application = application;
    this.environment = environment;
  }

  /** Sends a GET request. Retries with growing, jittered delays while the partner throttles or is unavailable. */
  async read(request: LazadaRequest, arrayPath: readonly string[] = []): Promise<LazadaResponse> {
    return withRetries(
      this.environment,
      {
        platform: 'LAZADA',
        endpoint: request.path,
        signal: request.signal,
        extent: request.extent,
      },
      () => this.#once('GET', request, arrayPath),
    );
  }

  /**
   * Sends a POST request with a code or refresh token. These are spent even if the response is lost, so there are no
   * retries. They are sent in the body to keep them out of URLs, which proxies and logs record.
   */
  async spend(request: LazadaRequest): Promise<LazadaResponse> {
    return this.#once('POST', request, []);
  }

  async #once(
    method: 'GET' | 'POST',
    request: LazadaRequest,
    arrayPath: readonly string[],
  ): Promise<LazadaResponse> {
    const { application, environment } = this;
    const call: PartnerCall = {
      platform: 'LAZADA',
      app: application.appKey,
      shop: request.shop,
      endpoint: request.path,
      ...(request.signal && { signal: request.signal }),
    };
    await environment.beforeCall(call);
    const parameters: Record<string, string> = {
      ...request.parameters,
      app_key: application.appKey,
      sign_method: 'sha256',
      timestamp: String(environment.clock().getTime()),
      ...(request.accessToken !== undefined && { access_token: request.accessToken }),
    };
    parameters['sign'] = sign(request.path, parameters, application.appSecret);
    const encoded = encode(parameters);
    const url = `${request.base}${request.path}`;
    const answer = await sendRequest(
      {
        fetch: environment.fetch,
        endpoint: request.path,
        extent: request.extent,
        url: method === 'GET' ? `${url}?${encoded}` : url,
        init:
          method === 'GET'
            ? { method }
            : {
                method,
                body: encoded,
                headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' },
              },
      },
      environment.timeoutMs,
      request.signal,
    );
    try {
      return parseResponse(request.path, answer, arrayPath);
    } catch (error) {
      if (error instanceof PartnerError && error.kind === 'throttled') {
        const throttle = { scope: error.scope ?? 'shop', waitMs: error.retryAfterMs ?? 1000 };
        environment.log.warn({ call, code: error.code, ...throttle }, 'Lazada throttled a call');
        await environment.onThrottled(call, throttle);
      }
      throw error;
    }
  }
}

/** Percent-encodes all values: the `+` of a time offset must not arrive as a space. */
function encode(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function parseResponse(
  endpoint: string,
  { status, body: bytes, retryAfterMs }: HttpResponse,
  arrayPath: readonly string[],
): LazadaResponse {
  // Protocol errors come with HTTP 200; any other status is from the infrastructure.
  if (status === 429) {
    throw new PartnerError({
      kind: 'throttled',
      code: 'http_429',
      endpoint,
      scope: 'shop',
      retryAfterMs: retryAfterMs ?? 1000,
    });
  }
  if (status !== 200) {
    throw new PartnerError({ kind: 'unavailable', code: `http_${status}`, endpoint, retryAfterMs });
  }
  let body: unknown;
  let split: ReturnType<typeof splitArray>;
  try {
    split = arrayPath.length > 0 ? splitArray(bytes, arrayPath) : null;
    body = parseJson(split?.rest ?? bytes);
  } catch {
    throw new PartnerError({ kind: 'unavailable', code: 'not_json', endpoint });
  }
  if (!Envelope.Check(body)) {
    throw new PartnerError({ kind: 'protocol', code: 'no_envelope', endpoint });
  }
  if (body.code !== '0') {
    throw toPartnerError(endpoint, {
      code: body.code,
      type: typeof body.type === 'string' ? body.type : null,
      message: typeof body.message === 'string' ? body.message : null,
      requestId: typeof body.request_id === 'string' ? body.request_id : null,
    });
  }
  return { body, elements: split?.elements ?? [], hasArray: split !== null, bytes };
}
