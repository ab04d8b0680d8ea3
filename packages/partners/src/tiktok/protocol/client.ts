import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PartnerCall, ConnectorEnvironment } from '../../connector/connector.ts';
import { parseJson, splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { withRetries } from '../../http/retries.ts';
import { sendRequest, type ResponseExtent, type HttpResponse } from '../../http/http-request.ts';
import { toPartnerError } from './errors.ts';
import { sign } from './signing.ts';

export interface TikTokApplication {
  appKey: string;
  appSecret: string;
  /** Id of the consent page's service; not the application's key. */
  serviceId: string;
  /** URL of the consent page. */
  authorizeUrl: string;
  /** Host of `/api/v2/token/…`. */
  authApi: string;
  /** Host of the data calls; signed paths start at its root. */
  api: string;
}

export interface TikTokRequest {
  /** Path as it is signed: `/order/202309/orders/search`. */
  path: string;
  /** Name for rate limits and errors, when the path contains an id. */
  endpoint?: string;
  parameters?: Readonly<Record<string, string>>;
  /** If present, the request is a POST. */
  body?: object;
  access: Pick<ShopAccess, 'accessToken'>;
  /** `<region>:<shop id>`; null for a call about the consent. */
  shop: string | null;
  extent?: ResponseExtent;
  signal?: AbortSignal | undefined;
}

export interface TikTokResponse {
  /** The member `data` with numbers as text; the requested array is emptied. */
  data: unknown;
  /** Elements of that array, verbatim; empty when there is no array. */
  elements: JsonElement[];
  hasArray: boolean;
  /** The whole response, verbatim. */
  bytes: Buffer;
}

const Loose = Type.Optional(Type.Unknown());
const Envelope = Compile(
  Type.Object({
    code: Type.String({ pattern: '^\\d{1,12}$' }),
    message: Loose,
    request_id: Loose,
    data: Loose,
  }),
);

export class TikTokClient {
  readonly application: TikTokApplication;
  readonly environment: ConnectorEnvironment;

  constructor(application: TikTokApplication, environment: ConnectorEnvironment) {
    this.application = application;
    this.environment = environment;
  }

  /**
   * Sends a request to the data API. Retries while the partner throttles or is unavailable.
   * @param list the array of `data` whose elements are returned verbatim
   */
  async read(request: TikTokRequest, list: string | null = null): Promise<TikTokResponse> {
    const endpoint = request.endpoint ?? request.path;
    const { extent, signal } = request;
    const call = this.#call(endpoint, request.shop, signal);
    return withRetries(this.environment, { platform: 'TIKTOK', endpoint, signal, extent }, () => {
      // Signed anew for every attempt, since the timestamp may expire during a delay.
      const { url, body } = this.#signed(request);
      const init = {
        method: body === '' ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          'x-tts-access-token': request.access.accessToken,
        },
        ...(body !== '' && { body }),
      };
      return this.#send(call, list, url, init, extent);
    });
  }

  /**
   * Sends a request to the token endpoint, without retries and unsigned: the protocol requires the secret in the URL.
   */
  async spend(path: string, parameters: Readonly<Record<string, string>>): Promise<TikTokResponse> {
    const { appKey, appSecret, authApi } = this.application;
    const query = new URLSearchParams({ app_key: appKey, app_secret: appSecret, ...parameters });
    return this.#send(
      this.#call(path, null, undefined),
      null,
      `${authApi}${path}?${query.toString()}`,
      {
        method: 'GET',
        headers: { 'content-type': 'application/json' },
      },
    );
  }

  #call(endpoint: string, shop: string | null, signal: AbortSignal | undefined): PartnerCall {
    const app = this.application.appKey;
    return { platform: 'TIKTOK', app, shop, endpoint, ...(signal && { signal }) };
  }

  #signed({ path, parameters, body }: TikTokRequest): { url: string; body: string } {
    const { appKey, appSecret, api } = this.application;
    const given = {
      app_key: appKey,
      timestamp: String(Math.floor(this.environment.clock().getTime() / 1000)),
      ...parameters,
    };
    // The signature covers exactly the bytes sent.
    const text = body === undefined ? '' : JSON.stringify(body);
    const signature = sign({ path, parameters: given, body: text }, appSecret);
    const query = new URLSearchParams({ ...given, sign: signature });
    return { url: `${api}${path}?${query.toString()}`, body: text };
  }

  async #send(
    call: PartnerCall,
    list: string | null,
    url: string,
    init: RequestInit,
    extent?: ResponseExtent,
  ): Promise<TikTokResponse> {
    const { environment } = this;
    const { endpoint } = call;
    await environment.beforeCall(call);
    const answer = await sendRequest(
      { fetch: environment.fetch, endpoint, url, init, extent },
      environment.timeoutMs,
      call.signal,
    );
    try {
      return parseResponse(endpoint, answer, list);
    } catch (error) {
      if (error instanceof PartnerError && error.kind === 'throttled') {
        const throttle = { scope: error.scope ?? 'shop', waitMs: error.retryAfterMs ?? 1000 };
        environment.log.warn(
          { call, code: error.code, ...throttle },
          'TikTok Shop throttled a call',
        );
        await environment.onThrottled(call, throttle);
      }
      throw error;
    }
  }
}

function parseResponse(
  endpoint: string,
  answer: HttpResponse,
  list: string | null,
): TikTokResponse {
  const { status, body: bytes, retryAfterMs } = answer;
  let body: unknown;
  let split: ReturnType<typeof splitArray>;
  try {
    split = list === null ? null : splitArray(bytes, ['data', list]);
    body = parseJson(split?.rest ?? bytes);
  } catch {
    if (status === 429) throw gatewayThrottled(endpoint, retryAfterMs);
    const code = status === 200 ? 'not_json' : `http_${status}`;
    throw new PartnerError({ kind: 'unavailable', code, endpoint, retryAfterMs });
  }
  const envelope = Envelope.Check(body) ? body : null;
  if (envelope && envelope.code !== '0') {
    throw toPartnerError(endpoint, {
      code: envelope.code,
      message: typeof envelope.message === 'string' ? envelope.message : null,
      requestId: typeof envelope.request_id === 'string' ? envelope.request_id : null,
      status,
      retryAfterMs,
    });
  }
  if (status === 429) throw gatewayThrottled(endpoint, retryAfterMs);
  if (status < 200 || status > 299) {
    throw new PartnerError({ kind: 'unavailable', code: `http_${status}`, endpoint, retryAfterMs });
  }
  if (envelope === null) {
    throw new PartnerError({ kind: 'protocol', code: 'no_envelope', endpoint });
  }
  return {
    data: envelope.data,
    elements: split?.elements ?? [],
    hasArray: split !== null,
    bytes,
  };
}

/** Returns the error for HTTP 429 of a gateway, whose response has no envelope. */
function gatewayThrottled(endpoint: string, retryAfterMs: number | null): PartnerError {
  return new PartnerError({
    kind: 'throttled',
    code: 'http_429',
    endpoint,
    scope: 'endpoint',
    retryAfterMs: retryAfterMs ?? 1000,
  });
}
