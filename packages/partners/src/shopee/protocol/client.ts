import type { ShopAccess } from '../../connector/shop-access.ts';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { PartnerCall, ConnectorEnvironment } from '../../connector/connector.ts';
import { parseJson, splitArray, type JsonElement } from '../../parsing/lossless-json.ts';
import { PartnerError } from '../../connector/partner-error.ts';
import { withRetries } from '../../http/retries.ts';
import { sendRequest, type ResponseExtent, type HttpResponse } from '../../http/http-request.ts';
import { toPartnerError } from './errors.ts';
import { sign, type Signed } from './signing.ts';

export interface ShopeeApplication {
  partnerId: string;
  partnerKey: string;
  /** URL of the consent page. */
  authorizeUrl: string;
  /** Host of all calls, without `/api/v2`. */
  api: string;
}

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

export interface ShopeeResponse {
  /** The envelope with numbers as text; the array at the requested path is emptied. */
  body: unknown;
  /** Elements of that array, verbatim; empty when there is no array. */
  elements: JsonElement[];
  /** Whether the array is present; null counts as an empty array. */
  hasArray: boolean;
  /** The whole response, verbatim. */
  bytes: Buffer;
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
  async read(request: ShopeeRequest, arrayPath: readonly string[] = []): Promise<ShopeeResponse> {
    return withRetries(
      this.environment,
      {
        platform: 'SHOPEE',
        endpoint: request.path,
        signal: request.signal,
        extent: request.extent,
      },
      () => this.spend(request, arrayPath),
    );
  }

  /** Sends a request without retries. */
  async spend(request: ShopeeRequest, arrayPath: readonly string[] = []): Promise<ShopeeResponse> {
    const { application, environment } = this;
    const { path, access, body } = request;
    const call: PartnerCall = {
      platform: 'SHOPEE',
      app: application.partnerId,
      shop: access && `${access.region}:${access.externalShopId}`,
      endpoint: path,
      ...(request.signal && { signal: request.signal }),
    };
    await environment.beforeCall(call);
    const answer = await sendRequest(
      {
        fetch: environment.fetch,
        endpoint: path,
        extent: request.extent,
        url: this.#address(request),
        init: {
          method: body === undefined ? 'GET' : 'POST',
          headers: { 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
      },
      environment.timeoutMs,
      request.signal,
    );
    try {
      return parseResponse(path, answer, arrayPath, environment.clock());
    } catch (error) {
      if (error instanceof PartnerError && error.kind === 'throttled') {
        const throttle = { scope: error.scope ?? 'shop', waitMs: error.retryAfterMs ?? 1000 };
        environment.log.warn({ call, code: error.code, ...throttle }, 'Shopee throttled a call');
        await environment.onThrottled(call, throttle);
      }
      throw error;
    }
  }

  #address({ path, access, parameters = {}, repeated = {} }: ShopeeRequest): string {
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
  { status, body: bytes, retryAfterMs }: HttpResponse,
  arrayPath: readonly string[],
  now: Date,
): ShopeeResponse {
  let body: unknown;
  let split: ReturnType<typeof splitArray>;
  try {
    split = arrayPath.length > 0 ? splitArray(bytes, arrayPath) : null;
    body = parseJson(split?.rest ?? bytes);
  } catch {
    const code = status === 200 ? 'not_json' : `http_${status}`;
    throw new PartnerError({ kind: 'unavailable', code, endpoint, retryAfterMs });
  }
  const envelope = Envelope.Check(body) ? body : null;
  // The `error` field takes precedence over the HTTP status, which the documentation does not specify.
  if (typeof envelope?.error === 'string' && envelope.error !== '') {
    const fault = {
      error: envelope.error,
      message: typeof envelope.message === 'string' ? envelope.message : null,
      requestId: typeof envelope.request_id === 'string' ? envelope.request_id : null,
    };
    throw toPartnerError(endpoint, fault, now);
  }
  if (status === 429) {
    const throttle = { scope: 'shop', retryAfterMs: retryAfterMs ?? 1000 } as const;
    throw new PartnerError({ kind: 'throttled', code: 'http_429', endpoint, ...throttle });
  }
  if (status !== 200) {
    throw new PartnerError({ kind: 'unavailable', code: `http_${status}`, endpoint, retryAfterMs });
  }
  if (envelope === null)
    throw new PartnerError({ kind: 'protocol', code: 'no_envelope', endpoint });
  const hasArray = split !== null || (arrayPath.length > 0 && valueAt(body, arrayPath) === null);
  return { body, elements: split?.elements ?? [], hasArray, bytes };
}

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
    body,
  );
}
