import { createHmac } from 'node:crypto';
import type { PartnerCall, ConnectorEnvironment } from '../connector/connector.ts';
import { PartnerError } from '../connector/partner-error.ts';
import {
  callPartner,
  callWithRetries,
  sendRequest,
  parsePartnerResponse,
  statusError,
  type CallOptions,
  type HttpResponse,
  type PartnerResponse,
} from '../http/call-partner.ts';
import { parseError, graphError, tokenError } from './errors.ts';
import { parseUsage, cooldownAfter } from './usage.ts';

/** A registered Facebook application and its endpoints. */
export interface FacebookApplication {
  /** 15 or more digits, hence text. */
  appId: string;
  appSecret: string;
  dialogUrl: string;
  /** Graph URL with its version; without one, the application's default version would respond. */
  graph: string;
}

/**
 * v26.0 is of July 2026. A version of the Marketing API is supported for about a year; calls to an expired version get
 * the oldest supported one.
 * @see https://developers.facebook.com/docs/graph-api/guides/versioning
 */
export const facebookHosts = {
  dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
  graph: 'https://graph.facebook.com/v26.0',
} as const;

export interface GraphRequest {
  /** Such as `/act_1/insights`. */
  path: string;
  /** Path without ids, for logs and rate limits: `/act_{id}/insights`. */
  endpoint: string;
  accessToken: string;
  /** Shop key of the rate limits; null while no shop is known. */
  shop: string | null;
  parameters?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

const tokenEndpoint = '/oauth/access_token';

export class GraphClient {
  readonly application: FacebookApplication;
  readonly environment: ConnectorEnvironment;

  constructor(application: FacebookApplication, environment: ConnectorEnvironment) {
    this.application = application;
    this.environment = environment;
  }

  /** The application's own token; must never leave the server. */
  get appToken(): string {
    return `${this.application.appId}|${this.application.appSecret}`;
  }

  /** Sends a GET request. Retries with growing, jittered delays while the partner throttles or is unavailable. */
  read(request: GraphRequest): Promise<PartnerResponse> {
    return callWithRetries(this.environment, this.#call(request, 'GET'));
  }

  /** Sends a POST request, without retries. */
  start(request: GraphRequest): Promise<PartnerResponse> {
    return callPartner(this.environment, this.#call(request, 'POST'));
  }

  /** Sends a DELETE request. It is idempotent, so it is retried like a read. */
  remove(request: GraphRequest): Promise<PartnerResponse> {
    return callWithRetries(this.environment, this.#call(request, 'DELETE'));
  }

  #call(request: GraphRequest, method: 'GET' | 'POST' | 'DELETE'): CallOptions<PartnerResponse> {
    const { path, endpoint, accessToken, shop, parameters = {}, signal } = request;
    const call = this.#named(endpoint, shop, signal);
    // In the URL even for form requests: proofs in a body have been ignored.
    const query = new URLSearchParams({
      appsecret_proof: appSecretProof(accessToken, this.application.appSecret),
      ...(method === 'GET' ? parameters : {}),
    });
    const url = `${this.application.graph}${path}?${query.toString()}`;
    const init = {
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body: new URLSearchParams({ ...parameters }).toString() }),
    };
    return {
      call,
      build: () => ({ url, init }),
      interpret: (response) => this.#interpret(call, response),
    };
  }

  async #interpret(call: PartnerCall, answer: HttpResponse): Promise<PartnerResponse> {
    const { endpoint } = call;
    const usage = parseUsage(answer.headers);
    const parsed = parsePartnerResponse(endpoint, answer, ['data']);
    const fault = parseError(parsed.body);
    if (fault !== null) throw graphError(endpoint, fault, usage.accountWaitMs);
    if (answer.status !== 200) {
      if (answer.status >= 500 || answer.status === 429) throw statusError(endpoint, answer);
      const code = `http_${answer.status}`;
      throw new PartnerError({ kind: 'invalid_request', code, endpoint });
    }
    await this.#slowDown(call, usage);
    return parsed;
  }

  /** Applies a cooldown before the partner throttles, based on the usage in the response headers. */
  async #slowDown(call: PartnerCall, usage: ReturnType<typeof parseUsage>): Promise<void> {
    const limits = [
      { scope: 'shop', used: usage.account, requestedMs: usage.accountWaitMs },
      { scope: 'app', used: usage.app, requestedMs: null },
    ] as const;
    for (const { scope, used, requestedMs } of limits) {
      const waitMs = cooldownAfter(used, requestedMs);
      if (waitMs === null) continue;
      this.environment.log.debug({ call, used, scope, waitMs }, 'Facebook is called more slowly');
      await this.environment.onThrottled(call, { scope, waitMs });
    }
  }

  /** Exchanges a code or token. The code is spent even if the response is lost, so there are no retries. */
  async exchange(
    grant: 'code' | 'token',
    fields: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    const { appId, appSecret, graph } = this.application;
    const { fetch, timeoutMs } = this.environment;
    await this.environment.beforeCall(this.#named(tokenEndpoint, null));
    const form = new URLSearchParams({ client_id: appId, client_secret: appSecret, ...fields });
    const init = {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    };
    const url = `${graph}${tokenEndpoint}`;
    const request = { fetch, endpoint: tokenEndpoint, url, init };
    const answer = await sendRequest(request, timeoutMs, undefined);
    const { body } = parsePartnerResponse(tokenEndpoint, answer, [], 'app');
    const fault = parseError(body);
    if (fault !== null) {
      throw tokenError(tokenEndpoint, fault, grant, parseUsage(answer.headers).accountWaitMs);
    }
    if (answer.status !== 200) throw statusError(tokenEndpoint, answer, 'app');
    return body;
  }

  #named(endpoint: string, shop: string | null, signal?: AbortSignal): PartnerCall {
    return { platform: 'FACEBOOK', app: this.application.appId, shop, endpoint, signal };
  }
}

/**
 * Returns the proof that the caller knows the application's secret: HMAC-SHA256 of the token, in lower-case hex.
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function appSecretProof(accessToken: string, appSecret: string): string {
  return createHmac('sha256', appSecret).update(accessToken, 'utf8').digest('hex');
}
