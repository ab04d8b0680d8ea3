import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { shopKey, type ShopAccess } from '../../connector/shop-access.ts';
import type { ConnectorEnvironment } from '../../connector/connector.ts';
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
import { readField } from '../../parsing/fields.ts';

export interface ShopeeApplication {
  partnerId: string;
  partnerKey: string;
  /** URL of the consent page. */
  authorizeUrl: string;
  /** Host of all calls, without `/api/v2`. */
  api: string;
}

/** The platform's production hosts; configuration can replace each of them. */
export const shopeeHosts: Pick<ShopeeApplication, 'authorizeUrl' | 'api'> = {
  authorizeUrl: 'https://open.shopee.com/auth',
  api: 'https://partner.shopeemobile.com',
};

export interface ShopeeRequest {
  /** Path as it is signed: `/api/v2/order/get_order_list`. */
  path: string;
  /** Lists are joined with commas. */
  parameters?: Readonly<Record<string, string | readonly string[]>>;
  /** Lists that some calls expect as a repeated parameter. */
  repeated?: Readonly<Record<string, readonly string[]>>;
  /** If present, the request is a POST. */
  body?: object;
  /** Null for a call of the application without a shop. */
  access: Pick<ShopAccess, 'accessToken' | 'externalShopId' | 'region'> | null;
  extent?: ResponseExtent;
  signal?: AbortSignal | undefined;
}

const Text = Type.Optional(Type.Unknown());
const Envelope = Compile(Type.Object({ error: Text, message: Text, request_id: Text }));

export class ShopeeClient {
  readonly application: ShopeeApplication;
  readonly environment: ConnectorEnvironment;

  constructor(application: ShopeeApplication, environment: ConnectorEnvironment) {
    this.application = application;
    this.environment = environment;
  }

  /** Sends a request. Retries while the partner throttles or is unavailable. */
  read(request: ShopeeRequest, arrayPath: readonly string[] = []): Promise<PartnerResponse> {
    return callWithRetries(this.environment, this.#call(request, arrayPath));
  }

  /** Sends a request without retries. */
  exchange(request: ShopeeRequest): Promise<PartnerResponse> {
    return callPartner(this.environment, this.#call(request, []));
  }

  #call(request: ShopeeRequest, arrayPath: readonly string[]): CallOptions<PartnerResponse> {
    const { path: endpoint, access, body, extent, signal } = request;
    const shop = access && shopKey(access);
    return {
      call: { platform: 'SHOPEE', app: this.application.partnerId, shop, endpoint, signal },
      extent,
      build: () => ({
        url: this.#signedUrl(request),
        init: {
          method: body === undefined ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
      }),
      interpret: (response) =>
        parseResponse(endpoint, response, arrayPath, this.environment.clock()),
    };
  }

  #signedUrl({ path, access, parameters = {}, repeated = {} }: ShopeeRequest): string {
    const { application, environment } = this;
    const { partnerId, partnerKey } = application;
    const timestamp = String(Math.floor(environment.clock().getTime() / 1000));
    const signed: Signed = access && {
      accessToken: access.accessToken,
      shopId: access.externalShopId,
    };
    const query = new URLSearchParams({
      partner_id: partnerId,
      timestamp,
      sign: sign({ partnerId, path, timestamp, signed }, partnerKey),
    });
    if (signed) {
      query.set('access_token', signed.accessToken);
      query.set('shop_id', signed.shopId);
    }
    for (const [name, value] of Object.entries(parameters)) {
      query.set(name, typeof value === 'string' ? value : value.join(','));
    }
    for (const [name, values] of Object.entries(repeated)) {
      for (const value of values) query.append(name, value);
    }
    return `${application.api}${path}?${query.toString()}`;
  }
}

function parseResponse(
  endpoint: string,
  response: HttpResponse,
  arrayPath: readonly string[],
  now: Date,
): PartnerResponse {
  const parsed = parsePartnerResponse(endpoint, response, arrayPath);
  const { body, hasArray } = parsed;
  const envelope = Envelope.Check(body) ? body : null;
  // A known `error` takes precedence over the HTTP status, which the documentation does not specify.
  const error = textOrNull(envelope?.error) ?? '';
  if (error !== '') {
    const message = textOrNull(envelope?.message);
    const requestId = textOrNull(envelope?.request_id);
    throw toPartnerError(endpoint, { error, message, requestId, status: response.status }, now);
  }
  if (response.status !== 200) throw statusError(endpoint, response);
  if (envelope === null) throw noEnvelopeError(endpoint);
  // Null counts as an empty array.
  const isNull = arrayPath.length > 0 && valueAt(body, arrayPath) === null;
  return { ...parsed, hasArray: hasArray || isNull };
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce(readField, body);
}

/** The subject of a call. A public call has none and is made on behalf of the application. */
export type Signed =
  | { accessToken: string; shopId: string }
  | { accessToken: string; merchantId: string }
  | null;

/**
 * Signs a request: lower-case hex HMAC-SHA256 over partner id, path, timestamp, token and shop or merchant, without
 * separators. Parameters and body are not signed.
 * @param path with `/api/v2`, without host and query
 * @param timestamp Unix seconds
 */
export function sign(
  call: { partnerId: string; path: string; timestamp: string; signed: Signed },
  partnerKey: string,
): string {
  const { partnerId, path, timestamp, signed } = call;
  const subject =
    signed === null
      ? ''
      : `${signed.accessToken}${'shopId' in signed ? signed.shopId : signed.merchantId}`;
  return createHmac('sha256', partnerKey)
    .update(`${partnerId}${path}${timestamp}${subject}`, 'utf8')
    .digest('hex');
}

/** `parseJson` returns numbers as text. */
export const Id = Type.String({ pattern: '^\\d{1,20}$' });
/** Unix seconds. */
export const Seconds = Type.String({ pattern: '^\\d{1,10}$' });

/** @param seconds text of the schema `Seconds` */
export function parseInstant(seconds: string): Date {
  return new Date(Number(seconds) * 1000);
}
