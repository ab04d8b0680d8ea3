import { ApiError } from './apiError.ts';

/** Client of the identity provider's account calls, which are not part of the product API. */
export interface IdentityClient {
  /**
   * Returns the parsed body, or null.
   * @throws ApiError on failure, or the signal's reason when aborted
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
  readonly language: string;
  /** Returns the identity access token; empty when signed out. */
  readonly token: () => string | Promise<string>;
  /** Called on a 401 for a token: the session is over. All other failures are left to the screens. */
  readonly onRefused: (failure: ApiError) => void;
  readonly fetch?: typeof fetch;
}

async function parseBody(response: Response): Promise<unknown> {
  const given = await response.text();
  if (given === '') return null;
  try {
    const value: unknown = JSON.parse(given);
    return value;
  } catch {
    return null;
  }
}

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
      try {
        if (proof === 'token') headers.set('authorization', `Bearer ${await options.token()}`);
        response = await send(`${origin}${path}`, {
          method,
          headers,
          ...(proof === 'cookie' && { credentials: 'include' }),
          ...(signal && { signal }),
          ...(body && { body: JSON.stringify(body) }),
        });
      } catch (error) {
        signal?.throwIfAborted();
        throw new ApiError(0, null, error);
      }
      const responseBody = await parseBody(response);
      if (response.ok) return responseBody;
      const failure = new ApiError(response.status, responseBody);
      if (failure.status === 401 && proof === 'token') options.onRefused(failure);
      throw failure;
    },
  };
}
