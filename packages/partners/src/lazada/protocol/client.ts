import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { findRegion } from './regions.ts';
import { shopKey, type ShopAccess } from '../../connector/shop-access.ts';
import type { ConnectorEnvironment } from '../../connector/connector.ts';
import {
  callPartner,
  callWithRetries,
  encodeQuery,
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

/** The platform's production hosts; configuration can replace each of them. */
export const lazadaHosts: Pick<LazadaApplication, 'authorizeUrl' | 'authApi' | 'apiFor'> = {
  authorizeUrl: 'https://auth.lazada.com/oauth/authorize',
  authApi: 'https://auth.lazada.com/rest',
  apiFor(country) {
    const region = findRegion(country);
    if (region === null) throw new RangeError(`Lazada has no site in ${country}`);
    return region.api;
  },
};

export interface LazadaRequest {
  /** Path without `/rest`, as it is signed: `/orders/get`. */
  path: string;
  parameters: Readonly<Record<string, string>>;
  /** Null for a token call. */
  access: Pick<ShopAccess, 'accessToken' | 'externalShopId' | 'region'> | null;
  extent?: ResponseExtent;
  signal?: AbortSignal | undefined;
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
  read(request: LazadaRequest, arrayPath: readonly string[] = []): Promise<PartnerResponse> {
    return callWithRetries(this.environment, this.#call('GET', request, arrayPath));
  }

  /**
   * Sends a POST request with a code or refresh token. These are spent even if the response is lost, so there are no
   * retries. They are sent in the body to keep them out of URLs, which proxies and logs record.
   */
  exchange(request: LazadaRequest): Promise<PartnerResponse> {
    return callPartner(this.environment, this.#call('POST', request, []));
  }

  #call(
    method: 'GET' | 'POST',
    request: LazadaRequest,
    arrayPath: readonly string[],
  ): CallOptions<PartnerResponse> {
    const { path: endpoint, access, extent, signal } = request;
    const { appKey, apiFor, authApi } = this.application;
    const shop = access && shopKey(access);
    return {
      call: { platform: 'LAZADA', app: appKey, shop, endpoint, signal },
      extent,
      build: () => {
        const url = `${access ? apiFor(access.region) : authApi}${endpoint}`;
        const query = this.#signedQuery(request);
        if (method === 'GET') return { url: `${url}?${query}`, init: { method } };
        const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' };
        return { url, init: { method, body: query, headers } };
      },
      interpret: (response) => parseResponse(endpoint, response, arrayPath),
    };
  }

  #signedQuery({ path, parameters, access }: LazadaRequest): string {
    const { appKey, appSecret } = this.application;
    const signed = {
      ...parameters,
      app_key: appKey,
      sign_method: 'sha256',
      timestamp: String(this.environment.clock().getTime()),
      ...(access && { access_token: access.accessToken }),
    };
    return encodeQuery({ ...signed, sign: sign(path, signed, appSecret) });
  }
}

function parseResponse(
  endpoint: string,
  response: HttpResponse,
  arrayPath: readonly string[],
): PartnerResponse {
  // Protocol errors come with HTTP 200; any other status is from the infrastructure.
  if (response.status !== 200) throw statusError(endpoint, response);
  const parsed = parsePartnerResponse(endpoint, response, arrayPath);
  const { body } = parsed;
  if (!Envelope.Check(body)) throw noEnvelopeError(endpoint);
  if (body.code === '0') return parsed;
  throw toPartnerError(endpoint, {
    code: body.code,
    type: textOrNull(body.type),
    message: textOrNull(body.message),
    requestId: textOrNull(body.request_id),
  });
}

/**
 * Signs a request: upper-case hex HMAC-SHA256 over the path and all parameters, sorted by name in byte order and
 * concatenated as raw text without separators.
 * @param path without host and without `/rest`
 * @param parameters system and business parameters, without `sign`
 */
export function sign(
  path: string,
  parameters: Readonly<Record<string, string>>,
  secret: string,
): string {
  // The default sort compares UTF-16 code units, which equals byte order for these ASCII names. A locale-aware order
  // would put `access_token` before `TradeOrder…`, and the signature would be rejected.
  const names = Object.keys(parameters).toSorted();
  let base = path;
  for (const name of names) {
    const value = parameters[name] ?? '';
    if (name !== '' && value !== '') base += name + value;
  }
  return createHmac('sha256', secret).update(base, 'utf8').digest('hex').toUpperCase();
}
