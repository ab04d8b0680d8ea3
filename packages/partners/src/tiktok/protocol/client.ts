import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ConnectorEnvironment, PartnerCall } from '../../connector/connector.ts';
import {
  callPartner,
  callWithRetries,
  noEnvelopeError,
  parsePartnerResponse,
  statusError,
  textOrNull,
  type CallOptions,
  type HttpResponse,
  type ResponseExtent,
  type PartnerResponse,
} from '../../http/call-partner.ts';
import { toPartnerError } from './errors.ts';
import { createHmac } from 'node:crypto';

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

/** The platform's production hosts for all markets except the United States; configuration can replace each of them. */
export const tikTokHosts: Pick<TikTokApplication, 'authorizeUrl' | 'authApi' | 'api'> = {
  authorizeUrl: 'https://services.tiktokshop.com/open/authorize',
  authApi: 'https://auth.tiktok-shops.com',
  api: 'https://open-api.tiktokglobalshop.com',
};

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

export interface TikTokResponse extends Omit<PartnerResponse, 'body'> {
  /** The member `data` with numbers as text; the requested array is emptied. */
  data: unknown;
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
  read(request: TikTokRequest, list: string | null = null): Promise<TikTokResponse> {
    const { path, endpoint = path, body, access, shop, extent, signal } = request;
    return callWithRetries(this.environment, {
      ...this.#call({ endpoint, shop, signal }, list),
      extent,
      build: () => {
        // The signature covers exactly the bytes sent.
        const text = body === undefined ? '' : JSON.stringify(body);
        const init = {
          method: text === '' ? 'GET' : 'POST',
          headers: {
            'content-type': 'application/json',
            'x-tts-access-token': access.accessToken,
          },
          ...(text !== '' && { body: text }),
        };
        return { url: this.#signedUrl(request, text), init };
      },
    });
  }

  /**
   * Sends a request to the token endpoint, without retries and unsigned: the protocol requires the secret in the URL.
   */
  exchange(path: string, parameters: Readonly<Record<string, string>>): Promise<TikTokResponse> {
    const { appKey, appSecret, authApi } = this.application;
    const query = new URLSearchParams({ app_key: appKey, app_secret: appSecret, ...parameters });
    const init = { method: 'GET', headers: { 'content-type': 'application/json' } };
    return callPartner(this.environment, {
      ...this.#call({ endpoint: path, shop: null }, null),
      build: () => ({ url: `${authApi}${path}?${query.toString()}`, init }),
    });
  }

  #call(
    call: Pick<PartnerCall, 'endpoint' | 'shop' | 'signal'>,
    list: string | null,
  ): Pick<CallOptions<TikTokResponse>, 'call' | 'interpret'> {
    return {
      call: { platform: 'TIKTOK', app: this.application.appKey, ...call },
      interpret: (response) => parseResponse(call.endpoint, response, list),
    };
  }

  #signedUrl({ path, parameters }: TikTokRequest, body: string): string {
    const { appKey, appSecret, api } = this.application;
    const signedParameters = {
      app_key: appKey,
      timestamp: String(Math.floor(this.environment.clock().getTime() / 1000)),
      ...parameters,
    };
    const signature = sign({ path, parameters: signedParameters, body }, appSecret);
    return `${api}${path}?${new URLSearchParams({ ...signedParameters, sign: signature }).toString()}`;
  }
}

function parseResponse(
  endpoint: string,
  response: HttpResponse,
  list: string | null,
): TikTokResponse {
  const { status, retryAfterMs } = response;
  const path = list === null ? [] : ['data', list];
  const { body, ...parsed } = parsePartnerResponse(endpoint, response, path, 'endpoint');
  const envelope = Envelope.Check(body) ? body : null;
  if (envelope && envelope.code !== '0') {
    throw toPartnerError(endpoint, {
      code: envelope.code,
      message: textOrNull(envelope.message),
      requestId: textOrNull(envelope.request_id),
      status,
      retryAfterMs,
    });
  }
  if (status < 200 || status > 299) throw statusError(endpoint, response, 'endpoint');
  if (envelope === null) throw noEnvelopeError(endpoint);
  return { data: envelope.data, ...parsed };
}

/** The signed parts of a request. */
interface SignedCall {
  /** Path without host and query: `/order/202309/orders/search`. */
  path: string;
  /** Decoded values; lists are joined with commas. */
  parameters: Readonly<Record<string, string>>;
  /** The exact bytes sent; empty without a body. */
  body: string;
}

/**
 * Signs a request: lower-case hex HMAC-SHA256 over the path, the sorted parameters and the raw body, enclosed in two
 * copies of the secret. The access token is sent in a header and is not signed.
 * @see https://partner.tiktokshop.com/docv2/page/sign-your-api-request
 */
export function sign({ path, parameters, body }: SignedCall, secret: string): string {
  const sorted = Object.entries(parameters)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${value}`)
    .join('');
  return createHmac('sha256', secret)
    .update(`${secret}${path}${sorted}${body}${secret}`, 'utf8')
    .digest('hex');
}
