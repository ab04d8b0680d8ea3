import { ApiError } from './apiError.ts';

/** The identity provider's own account calls, which are no part of the product API. */
export interface IdentityClient {
  /** Answers with the body, null without one. Rejects with `ApiFailure`, or with the reason of the signal. */
  call(method: string, path: `/${string}`, input?: IdentityCallInput): Promise<unknown>;
  readonly origin: string;
}

export interface IdentityCallInput {
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
  /** `cookie`: the browser is known by a cookie of the provider, and no token is sent. A token by default. */
  readonly proof?: 'token' | 'cookie';
}

export interface IdentityClientOptions {
  /** Origin of the identity provider. */
  readonly origin: string;
  readonly language: string;
  /** The identity access token; empty when nobody is there. */
  readonly token: () => string | Promise<string>;
  /** Told of a 401 for a token: the session is over. Everything else is for the screen to show. */
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

/** Makes the client. */
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
