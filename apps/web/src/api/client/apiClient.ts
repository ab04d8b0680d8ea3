import { endpoints, type EndpointName } from '@seller-connect/contract/endpoints';
import type { ResponseBody, RequestBody, Params, Query } from '@seller-connect/contract';
import { ApiError, isFormErrorStatus, type FormErrorStatus } from './apiError.ts';

/** What a client is made of; nothing here knows the router, the session or the screen. */
export interface ClientOptions {
  /** Absolute, or a path on this origin; with or without a slash at its end. */
  readonly base: string;
  /** The bearer token for the next request; empty when nobody is there. */
  readonly token: () => string | Promise<string>;
  /** Sent as `Accept-Language`, so that messages come back in it. */
  readonly language: string;
  /** The one shared handler of failures. Called once for each call that fails. */
  readonly onFailure: (failure: ApiError) => void;
  /**
   * Asked after a 401 with the time at which the refused request started (milliseconds since 1970).
   * True when the token was renewed after that, and the request deserves one more try.
   */
  readonly renewedSince?: (startedAt: number) => boolean | Promise<boolean>;
  readonly xsrf?: { readonly cookie: string; readonly header: string };
  readonly fetch?: typeof fetch;
  readonly cookies?: () => string;
}

/** As `fetch` is called here. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** A part is not asked for, may be given, or has to be given, as the contract says. */
type EndpointPart<Name extends string, Type> = [Type] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Partial<Type> extends Type
    ? { readonly [K in Name]?: Type }
    : { readonly [K in Name]: Type };

export type CallInput<Name extends EndpointName> = EndpointPart<'params', Params<Name>> &
  EndpointPart<'query', Query<Name>> &
  EndpointPart<'body', RequestBody<Name>> & {
    /** Sent as it is, for a call that takes a file. */
    readonly file?: Blob;
    /** Sends this request in place of `fetch`, such as to tell how much of a file is on its way. */
    readonly send?: FetchLike;
    readonly signal?: AbortSignal;
    /** The request goes on when the page is left. */
    readonly keepalive?: boolean;
    /** Sent in place of the client's own token; empty for a call that anybody may make. */
    readonly token?: string;
  } & ErrorHandling;

/** How the failure of one call is told. A 401 and a 403 always act in the whole application. */
interface ErrorHandling {
  /** The statuses that the form which makes this call shows at its fields; those alone are not notified as well. */
  readonly handleErrorLocally?: readonly FormErrorStatus[];
  /** A poll that nobody waits for: its failure is notified once, until the same request has succeeded again. */
  readonly background?: boolean;
}

type OptionalInput<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input];

/** What every input has in common, whatever the contract asks of it. */
interface UntypedCallInput extends ErrorHandling {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly send?: FetchLike;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly token?: string;
}

export interface ApiClient {
  /**
   * Makes one call of the contract and answers with its body only.
   * There is no timeout; abort it by `signal`. Rejects with `ApiFailure`, or with the signal's
   * reason when aborted.
   */
  call<Name extends EndpointName>(
    name: Name,
    ...input: OptionalInput<CallInput<Name>>
  ): Promise<ResponseBody<Name>>;
  /** The same for a call that answers with a file. */
  download<Name extends EndpointName>(
    name: Name,
    ...input: OptionalInput<CallInput<Name>>
  ): Promise<Blob>;
  /**
   * The open answer of a streaming call, for `events.ts`. Rejects like `call`; only a 401 and a 403 reach the shared
   * handler, because a stream that is lost comes back by itself and the state is polled meanwhile.
   */
  open(name: EndpointName, signal: AbortSignal): Promise<Response>;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Fills `:name` parts of a path. Throws when one is missing. */
export function fillPath(path: string, params?: unknown): string {
  const values = new Map(entriesOf(params));
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values.get(name);
    if (typeof value !== 'string' || value === '') throw new Error(`${path}: ${name} is missing`);
    return encodeURIComponent(value);
  });
}

function queryOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    if (typeof value === 'number' || typeof value === 'boolean') search.set(name, String(value));
    if (typeof value === 'string' && value !== '') search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The value of one cookie, decoded; null when it is not there. */
export function cookieValue(cookies: string, name: string): string | null {
  for (const part of cookies.split('; ')) {
    if (!part.startsWith(`${name}=`)) continue;
    const raw = part.slice(name.length + 1);
    try {
      return decodeURIComponent(raw);
    } catch {
      return raw;
    }
  }
  return null;
}

async function parseBody(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

interface ApiRequest {
  readonly method: string;
  readonly token: string | undefined;
  readonly url: string;
  readonly body?: string | Blob;
  readonly send?: FetchLike | undefined;
  readonly signal: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
  readonly accept: string;
}

/** Makes a client for one of the two services. */
export function createApiClient(options: ClientOptions): ApiClient {
  const base = options.base.replace(/\/+$/, '');
  const xsrf = options.xsrf ?? { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' };
  const cookies =
    options.cookies ?? (() => (typeof document === 'undefined' ? '' : document.cookie));
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const pageUrl = () => (typeof location === 'undefined' ? 'http://localhost' : location.href);
  /** Background requests whose failure was notified and that have not succeeded since. */
  const notifiedBackgroundFailures = new Set<string>();

  async function buildHeaders(request: ApiRequest): Promise<Headers> {
    const headers = new Headers({
      accept: request.accept,
      'accept-language': options.language,
      authorization: `Bearer ${request.token ?? (await options.token())}`,
    });
    if (request.body !== undefined) {
      const isJson = typeof request.body === 'string';
      headers.set('content-type', isJson ? 'application/json' : 'application/octet-stream');
    }
    // The cookie is this origin's, so it goes back to this origin only.
    const own = new URL(request.url, pageUrl()).origin === new URL(pageUrl()).origin;
    const token = own ? cookieValue(cookies(), xsrf.cookie) : null;
    if (token !== null) headers.set(xsrf.header, token);
    return headers;
  }

  async function sendOnce(request: ApiRequest): Promise<Response> {
    const response = await (request.send ?? send)(request.url, {
      method: request.method,
      headers: await buildHeaders(request),
      credentials: 'same-origin',
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.keepalive ? { keepalive: true } : {}),
    });
    if (response.ok) return response;
    throw new ApiError(response.status, await parseBody(response));
  }

  async function sendWithRenewal<T>(
    request: ApiRequest,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const startedAt = Date.now();
    try {
      return await read(await sendOnce(request));
    } catch (error) {
      const isUnauthorized = error instanceof ApiError && error.status === 401;
      const renewable = isUnauthorized && request.token === undefined;
      if (!renewable || !(await options.renewedSince?.(startedAt))) throw error;
      return await read(await sendOnce(request));
    }
  }

  /** Makes the request; a failure is reported as `isReported` says, and thrown. */
  async function sendAndReport<T>(
    request: ApiRequest,
    read: (response: Response) => Promise<T>,
    shouldNotify: (failure: ApiError) => boolean,
  ): Promise<T> {
    try {
      return await sendWithRenewal(request, read);
    } catch (error) {
      request.signal?.throwIfAborted();
      const failure = error instanceof ApiError ? error : new ApiError(0, null, error);
      if (isHandledGlobally(failure) || shouldNotify(failure)) options.onFailure(failure);
      throw failure;
    }
  }

  /** Whether a failure of this call is told: its form does not show it, and it is no poll that was told of. */
  function errorReporting(request: ApiRequest, callInput: ErrorHandling) {
    const key = `${request.method} ${request.url}`;
    return {
      succeeded: () => notifiedBackgroundFailures.delete(key),
      isReported({ status }: ApiError) {
        if (isFormErrorStatus(status) && callInput.handleErrorLocally?.includes(status))
          return false;
        if (!callInput.background) return true;
        const isFirst = !notifiedBackgroundFailures.has(key);
        notifiedBackgroundFailures.add(key);
        return isFirst;
      },
    };
  }

  function buildRequest(
    name: EndpointName,
    callInput: UntypedCallInput,
    accept: string,
  ): ApiRequest {
    const endpoint = endpoints[name];
    return {
      method: endpoint.method,
      token: callInput.token,
      url: `${base}${fillPath(endpoint.path, callInput.params)}${queryOf(callInput.query)}`,
      send: callInput.send,
      signal: callInput.signal,
      keepalive: callInput.keepalive,
      accept,
      ...(callInput.body === undefined ? {} : { body: JSON.stringify(callInput.body) }),
      ...(callInput.file && { body: callInput.file }),
    };
  }

  return {
    async call<Name extends EndpointName>(name: Name, ...[input]: OptionalInput<CallInput<Name>>) {
      const callInput: UntypedCallInput = input ?? {};
      const request = buildRequest(name, callInput, 'application/json');
      const { succeeded: markSucceeded, isReported: shouldNotify } = errorReporting(
        request,
        callInput,
      );
      const body: unknown = await sendAndReport(request, parseBody, shouldNotify);
      markSucceeded();
      // The server writes its answers by the same contract that this type comes from, and
      // the browser ships no schema to do it once more.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return body as ResponseBody<Name>;
    },

    async download(name, ...[input]) {
      const callInput: UntypedCallInput = input ?? {};
      const request = buildRequest(name, callInput, '*/*');
      const { isReported: shouldNotify } = errorReporting(request, callInput);
      return sendAndReport(request, (response) => response.blob(), shouldNotify);
    },

    open(name, signal) {
      const request = buildRequest(name, { signal }, 'text/event-stream');
      return sendAndReport(
        request,
        (response) => Promise.resolve(response),
        () => false,
      );
    },
  };
}

/** Spec 8: a 401 logs out and a 403 leads to /403, whoever made the call. */
const isHandledGlobally = ({ status }: ApiError) => status === 401 || status === 403;
