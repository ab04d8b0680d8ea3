import type { ConnectorEnvironment, PartnerCall } from '../connector/connector.ts';
import {
  callWithRetries,
  sendRequest,
  encodeQuery,
  parsePartnerResponse,
  type PartnerResponse,
} from '../http/call-partner.ts';
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

/** The platform's production hosts; configuration can replace each of them. */
export const tikiHosts: Pick<TikiApplication, 'authorizeUrl' | 'tokenUrl' | 'api'> = {
  authorizeUrl: 'https://api.tiki.vn/sc/oauth2/auth',
  tokenUrl: 'https://api.tiki.vn/sc/oauth2/token',
  api: 'https://api.tiki.vn/integration',
};

export interface TikiRequest {
  /** Path below `/integration`: `/v2/orders`. */
  path: string;
  parameters?: Readonly<Record<string, string>>;
  /** If present, the request is a POST. */
  body?: object;
  accessToken: string;
  shop: string | null;
  signal?: AbortSignal | undefined;
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
  read(request: TikiRequest, arrayPath: readonly string[] = []): Promise<PartnerResponse> {
    const { path: endpoint, parameters = {}, body, accessToken, shop, signal } = request;
    return callWithRetries(this.environment, {
      call: this.#call(endpoint, shop, signal),
      build: () => {
        const query = encodeQuery(parameters);
        return {
          url: `${this.application.api}${endpoint}${query === '' ? '' : `?${query}`}`,
          init: {
            method: body ? 'POST' : 'GET',
            headers: {
              accept: 'application/json',
              authorization: `Bearer ${accessToken}`,
              ...(body && { 'content-type': 'application/json' }),
            },
            ...(body && { body: JSON.stringify(body) }),
          },
        };
      },
      interpret: (response) => {
        if (response.status !== 200 && response.status !== 201) throw apiError(endpoint, response);
        return parsePartnerResponse(endpoint, response, arrayPath);
      },
    });
  }

  /** Sends a token request. A code or refresh token is spent even if the response is lost, so there are no retries. */
  async exchange(
    grant: 'code' | 'refresh_token',
    fields: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const { application, environment } = this;
    const endpoint = '/sc/oauth2/token';
    await environment.beforeCall(this.#call(endpoint, null));
    const { clientId, clientSecret, clientAuthentication, tokenUrl: url } = application;
    const isPost = clientAuthentication === 'client_secret_post';
    const body = {
      ...fields,
      client_id: clientId,
      ...(isPost && { client_secret: clientSecret }),
    };
    // Not form-encoded first, unlike in RFC 6749 (section 2.3.1): Tiki's own clients send the plain values.
    const basic = Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64');
    const init = {
      method: 'POST',
      body: encodeQuery(body),
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...(!isPost && { authorization: `Basic ${basic}` }),
      },
    };
    const { fetch, timeoutMs } = environment;
    const response = await sendRequest({ fetch, endpoint, url, init }, timeoutMs, undefined);
    if (response.status !== 200) throw tokenError(endpoint, response, grant);
    return parsePartnerResponse(endpoint, response, []).body;
  }

  #call(endpoint: string, shop: string | null, signal?: AbortSignal): PartnerCall {
    return { platform: 'TIKI', app: this.application.clientId, shop, endpoint, signal };
  }
}
