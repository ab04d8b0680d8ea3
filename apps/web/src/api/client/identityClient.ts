import { ApiError } from './apiError.ts';

/** Client of the identity provider's account calls, which are not part of the product API. */
export interface IdentityClient {
  /**
   * Sends a call. Returns the parsed body, or null if the body is empty or not JSON.
   * @throws ApiError on an HTTP error status; with status 0 if there is no response or no access token
   * @throws the reason of `signal` when it is aborted
   */
  call(method: string, path: `/${string}`, input?: IdentityCallInput): Promise<unknown>;
  readonly origin: string;
}

export interface IdentityCallInput {
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  /**
   * `token` (default) sends the access token. `cookie` identifies the browser by a cookie of the provider
   * and sends no token.
   */
  readonly proof?: 'token' | 'cookie';
}

export interface IdentityClientOptions {
  /** Origin of the identity provider. */
  readonly origin: string;
  /** Value of the `accept-language` header. */
  readonly language: string;
  /** Returns the identity access token; empty when signed out. */
  readonly token: () => string | Promise<string>;
  /** Called on a 401 for a call with a token, which ends the session. Screens handle all other failures. */
  readonly onRefused: (failure: ApiError) => void;
  readonly fetch?: typeof fetch;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Creates a client of the identity provider's account API. */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const origin = options.origin.replace(/\/+$/, '');
  return {
    origin,
    async call(method, path, { body, signal, proof = 'token' } = {}) {
      const headers = new Headers({
        accept: 'application/json',
        'accept-language': options.language,
      });
      if (body) headers.set('content-type', 'application/json');
      let response: Response;
      let text: string;
      try {
        if (proof === 'token') headers.set('authorization', `Bearer ${await options.token()}`);
        response = await send(`${origin}${path}`, {
          method,
          headers,
          ...(proof === 'cookie' && { credentials: 'include' }),
          ...(signal && { signal }),
          ...(body && { body: JSON.stringify(body) }),
        });
        // A refusal counts even if the connection ends within its body.
        text = await (response.ok ? response.text() : response.text().catch(() => ''));
      } catch (error) {
        signal?.throwIfAborted();
        throw new ApiError(0, null, error);
      }
      const responseBody = parseJson(text);
      if (response.ok) return responseBody;
      const failure = new ApiError(response.status, responseBody);
      if (failure.status === 401 && proof === 'token') options.onRefused(failure);
      throw failure;
    },
  };
}
