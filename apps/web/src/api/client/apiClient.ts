import { endpoints, type EndpointName } from '@seller-connect/contract/endpoints';
import type { ResponseBody, RequestBody, Params, Query } from '@seller-connect/contract';
import { ApiError, isFormErrorStatus, type FormErrorStatus } from './apiError.ts';
import { responseCheck } from './responseCheck.ts';

/** Options of a client. They keep it independent of router, session and screens. */
export interface ClientOptions {
  /** Absolute URL, or a path of this origin; a trailing slash is optional. */
  readonly base: string;
  /** Returns the bearer token for the next request; empty when signed out. */
  readonly token: () => string | Promise<string>;
  /** Sent as `Accept-Language`; the language of the server's messages. */
  readonly language: string;
  /** The shared error handler, called once for each failed call. */
  readonly onFailure: (failure: ApiError) => void;
  /**
   * Called after a 401 with the time at which the rejected request started (milliseconds since 1970).
   * Returns true if the token has been renewed since, so that the request should be retried once.
   */
  readonly renewedSince?: (startedAt: number) => boolean | Promise<boolean>;
  readonly xsrf?: { readonly cookie: string; readonly header: string };
  readonly fetch?: typeof fetch;
  /** Returns the response if this request has already been sent, else null. */
  readonly early?: (url: string, init: RequestInit) => Promise<Response | null>;
  readonly cookies?: () => string;
}

/** The subset of `fetch` that the client uses. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Makes a part of the input absent, optional or required, according to the contract. */
type EndpointPart<Name extends string, Type> = [Type] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Partial<Type> extends Type
    ? { readonly [K in Name]?: Type }
    : { readonly [K in Name]: Type };

export type CallInput<Name extends EndpointName> = EndpointPart<'params', Params<Name>> &
  EndpointPart<'query', Query<Name>> &
  EndpointPart<'body', RequestBody<Name>> & {
    /** Request body of a file upload. */
    readonly file?: Blob;
    /** Replaces `fetch` for this request, for example to report upload progress. */
    readonly send?: FetchLike;
    readonly signal?: AbortSignal;
    /** The request outlives the page. */
    readonly keepalive?: boolean;
    /** The version that the change is based on, sent as `If-Match`. Servers of earlier releases ignore it. */
    readonly ifMatch?: number | undefined;
    /** Overrides the client's token; empty for public calls. */
    readonly token?: string;
  } & ErrorHandling;

/** How a failure of this call is handled. A 401 or 403 always has its global effect. */
interface ErrorHandling {
  /** Statuses that the calling form shows itself; only these are not reported to the shared handler. */
  readonly handleErrorLocally?: readonly FormErrorStatus[];
  /** A background poll: its failure is reported once, until the same request has succeeded again. */
  readonly background?: boolean;
}

/** The input of a call, which may be left out where the contract requires none of its parts. */
export type OptionalInput<Name extends EndpointName> =
  Partial<CallInput<Name>> extends CallInput<Name>
    ? [input?: CallInput<Name>]
    : [input: CallInput<Name>];

/** The common type of all inputs, independent of the contract. */
interface UntypedCallInput extends ErrorHandling {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly send?: FetchLike;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
  readonly ifMatch?: number | undefined;
  readonly token?: string;
}

export interface ApiClient {
  /**
   * Makes a call of the contract and returns the response body. There is no timeout; use `signal`.
   * @throws ApiError on failure, which includes `AbortSignal.timeout`, or the signal's reason when aborted
   */
  call<Name extends EndpointName>(
    name: Name,
    ...input: OptionalInput<Name>
  ): Promise<ResponseBody<Name>>;
  /** Like `call`, with a signal for an input without one. */
  callWithSignal<Name extends EndpointName>(
    signal: AbortSignal,
    name: Name,
    ...input: OptionalInput<Name>
  ): Promise<ResponseBody<Name>>;
  /** Like `call`, for responses that are files. */
  download<Name extends EndpointName>(name: Name, ...input: OptionalInput<Name>): Promise<Blob>;
  /**
   * Opens a streaming call for `serverSentEvents.ts`. Rejects like `call`, but reports only a 401 or 403 to
   * the shared handler: a lost stream reconnects by itself, and the state is polled meanwhile.
   */
  open(name: EndpointName, signal: AbortSignal): Promise<Response>;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/**
 * Fills the `:name` parts of a path.
 * @throws Error if one is missing
 */
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

/** Returns the decoded value of a cookie, or null if it does not exist. */
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

/**
 * Parses the JSON body of a response; null if it is empty.
 * @param name the call that succeeded; undefined for an error
 * @throws SyntaxError for another body, such as the sign-in page that a network puts in place of the response
 * @throws Error for a body that breaks the contract, once one has done so
 */
async function parseBody(response: Response, name?: EndpointName): Promise<unknown> {
  const text = await response.text();
  const value: unknown = text === '' ? null : JSON.parse(text);
  if (name) responseCheck.run?.(name, value);
  return value;
}

interface ApiRequest {
  readonly method: string;
  readonly token: string | undefined;
  readonly url: string;
  readonly body?: string | Blob;
  readonly send?: FetchLike | undefined;
  readonly signal: AbortSignal | undefined;
  readonly keepalive?: boolean | undefined;
  readonly ifMatch?: number | undefined;
  readonly accept: string;
}

/** Creates the client of one service. */
export function createApiClient(options: ClientOptions): ApiClient {
  const base = options.base.replace(/\/+$/, '');
  const xsrf = options.xsrf ?? { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' };
  const cookies =
    options.cookies ?? (() => (typeof document === 'undefined' ? '' : document.cookie));
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const pageUrl = () => (typeof location === 'undefined' ? 'http://localhost' : location.href);
  /** Failing background requests that have already been reported. */
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
    if (request.ifMatch !== undefined) headers.set('if-match', `"${request.ifMatch}"`);
    // The cookie belongs to this origin and must not be sent to others.
    const own = new URL(request.url, pageUrl()).origin === new URL(pageUrl()).origin;
    const token = own ? cookieValue(cookies(), xsrf.cookie) : null;
    if (token !== null) headers.set(xsrf.header, token);
    return headers;
  }

  async function sendOnce(request: ApiRequest): Promise<Response> {
    const init: RequestInit = {
      method: request.method,
      headers: await buildHeaders(request),
      credentials: 'same-origin',
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
      ...(request.keepalive ? { keepalive: true } : {}),
    };
    const early = request.send ? null : await options.early?.(request.url, init);
    const response = early ?? (await (request.send ?? send)(request.url, init));
    if (response.ok) return response;
    throw new ApiError(response.status, await parseBody(response).catch(() => null));
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

  /** Sends the request. Reports a failure if `shouldNotify` agrees, and throws it. */
  async function sendAndReport<T>(
    request: ApiRequest,
    read: (response: Response) => Promise<T>,
    shouldNotify: (failure: ApiError) => boolean,
  ): Promise<T> {
    try {
      return await sendWithRenewal(request, read);
    } catch (error) {
      if (!isTimedOut(request.signal)) request.signal?.throwIfAborted();
      const failure = error instanceof ApiError ? error : new ApiError(0, null, error);
      if (isHandledGlobally(failure) || shouldNotify(failure)) options.onFailure(failure);
      throw failure;
    }
  }

  /**
   * Decides whether to report a failure: not if the form handles it, and once per failing background request.
   */
  function errorReporting(request: ApiRequest, callInput: ErrorHandling) {
    // The exchange of tokens is one poll, whichever token its body carries. It names its own token, which is empty.
    const key = JSON.stringify([request.method, request.url, request.token ?? request.body]);
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
      ifMatch: callInput.ifMatch,
      accept,
      ...(callInput.body === undefined ? {} : { body: JSON.stringify(callInput.body) }),
      ...(callInput.file && { body: callInput.file }),
    };
  }

  async function call<Name extends EndpointName>(
    name: Name,
    callInput: UntypedCallInput = {},
  ): Promise<ResponseBody<Name>> {
    const request = buildRequest(name, callInput, 'application/json');
    const { succeeded: markSucceeded, isReported: shouldNotify } = errorReporting(
      request,
      callInput,
    );
    const read = (response: Response) => parseBody(response, name);
    const body: unknown = await sendAndReport(request, read, shouldNotify);
    markSucceeded();
    // The server serializes by the same contract that defines this type. Validating always would ship the schemas to
    // every browser.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return body as ResponseBody<Name>;
  }

  return {
    // With the name given, TypeScript need not infer it from the response, which takes it a second.
    call: (name, ...[input]) => call<typeof name>(name, input),
    callWithSignal(signal, name, ...[input]) {
      const callInput: UntypedCallInput = input ?? {};
      return call<typeof name>(name, { ...callInput, signal });
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

/** Spec 8: a 401 logs out and a 403 leads to /403, regardless of the caller. */
const isHandledGlobally = ({ status }: ApiError) => status === 401 || status === 403;

/** Whether `AbortSignal.timeout` ended the call. Its caller did not give it up, so it is a failure without response. */
const isTimedOut = (signal: AbortSignal | undefined) =>
  String(signal?.reason).startsWith('TimeoutError');
