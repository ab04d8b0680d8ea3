import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  TokenResponse,
  type BackendSessionStore,
  type BackendSessionLease,
} from './backend-sessions.ts';
import { webClientId } from '../tokens/web-client.ts';
import type { FindSession } from '../tokens/sessions.ts';

/** JSON calls of the specification, section 7. They rely on a cookie and return no refresh token. */
const CodeBody = Type.Object({
  code: Type.String({ maxLength: 512 }),
  code_verifier: Type.String({ maxLength: 128 }),
  redirect_uri: Type.String({ maxLength: 2048 }),
  client_id: Type.Literal(webClientId),
});
const RefreshBody = Type.Object({ scopes: Type.Optional(Type.String({ maxLength: 1024 })) });
const ErrorBody = Type.Object({ error: Type.String() });
const FullTokenResponse = Type.Intersect([
  TokenResponse,
  Type.Object({ refresh_token: Type.String() }),
]);

/** How long a call waits for another process that exchanges for the same session. */
const maxWaitMs = 10_000;
const pollIntervalMs = 50;

interface BackendRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  backend: BackendSessionStore;
  findSession: FindSession;
}

interface EndpointAnswer {
  status: number;
  body: unknown;
  /** `Retry-After` of the answer, in seconds. */
  retryAfter: string | undefined;
}

/** `gone`: the cookie is cleared. */
type ExchangeResult =
  | { tokens: TokenResponse }
  | { status: number; error: string; retryAfter?: string | undefined; gone?: boolean };

/** Keeps the cookie: if the session ended during the call, the browser may have one of a newer session. */
const sessionEnded = { status: 401, error: 'login_required' };

/**
 * Creates the token-mediating backend: the page gets the access token, the refresh token stays on the server.
 * Requests must come from a page of the application: with its exact Origin, and with a body that no HTML form can
 * send.
 */
export function createBackendRoutes(app: FastifyInstance, options: BackendRoutesOptions) {
  const { appOrigin, backend, findSession } = options;
  /** Pending exchanges of this process, by cookie and scopes. */
  const inFlight = new Map<string, Promise<ExchangeResult>>();

  /**
   * Calls the endpoint of public clients, with its checks, rate limits and log. The call comes back to the same path
   * in `identity/routes.ts` as a form, which goes to the library.
   */
  async function callEndpoint(
    path: string,
    fields: Record<string, string>,
    request: FastifyRequest,
  ): Promise<EndpointAnswer> {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: appOrigin },
      payload: new URLSearchParams({ client_id: webClientId, ...fields }).toString(),
      remoteAddress: request.ip,
    });
    const body: unknown = answer.body === '' ? null : answer.json();
    const retryAfter = answer.headers['retry-after']?.toString();
    return { status: answer.statusCode, body, retryAfter };
  }

  function toErrorResult({ status, body, retryAfter }: EndpointAnswer): ExchangeResult {
    const error = Value.Check(ErrorBody, body) ? body.error : 'server_error';
    return { status, error, retryAfter };
  }

  /** Rejects a request that is not from a page of the application. Returns true when it has replied. */
  function rejectForeignRequest(request: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('cache-control', 'no-store');
    if (request.headers.origin !== appOrigin) {
      void reply.code(403).send({ error: 'invalid_request', error_description: 'foreign origin' });
      return true;
    }
    if (isJson(request)) return false;
    void reply.code(415).send({ error: 'invalid_request', error_description: 'not JSON' });
    return true;
  }

  function send(reply: FastifyReply, outcome: ExchangeResult): FastifyReply {
    if ('tokens' in outcome) return reply.send(outcome.tokens);
    if (outcome.gone) backend.cookie.clear(reply);
    if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
    return reply.code(outcome.status).send({ error: outcome.error });
  }

  async function exchangeOnce(
    secret: string,
    scopes: string,
    request: FastifyRequest,
  ): Promise<ExchangeResult> {
    const before = await backend.read(secret);
    if (!before) return { ...sessionEnded, gone: true };
    const deadline = Date.now() + maxWaitMs;
    for (;;) {
      const lease = await backend.acquire(secret);
      const current = lease ?? (await backend.read(secret));
      if (!current) return sessionEnded;
      // Another process has exchanged meanwhile for the same scopes; its tokens are as new as ours would be.
      if (current.generation > before.generation && current.tokens.scopes === scopes) {
        if (lease) await backend.release(secret, lease);
        return { tokens: current.tokens.answer };
      }
      if (lease) return exchangeUnderLease(secret, scopes, lease, request);
      if (Date.now() > deadline) return { status: 503, error: 'temporarily_unavailable' };
      await new Promise((done) => setTimeout(done, pollIntervalMs));
    }
  }

  async function exchangeUnderLease(
    secret: string,
    scopes: string,
    lease: BackendSessionLease,
    request: FastifyRequest,
  ): Promise<ExchangeResult> {
    const answer = await callEndpoint(
      '/oauth/token',
      {
        grant_type: 'refresh_token',
        refresh_token: lease.tokens.refreshToken,
        ...(scopes !== '' && { scope: scopes }),
      },
      request,
    );
    if (answer.status === 200) {
      const { refreshToken, tokens } = splitTokenResponse(answer.body);
      const stored = { refreshToken, scopes, answer: tokens };
      if (await backend.commit(secret, lease.generation, stored)) return { tokens };
      // Unless another process has exchanged meanwhile, the user has signed out or in again: nobody may get the tokens.
      return (await backend.read(secret)) ? { tokens } : sessionEnded;
    }
    const refusal = toErrorResult(answer);
    if ('error' in refusal && refusal.error === 'invalid_grant') {
      await backend.end(secret);
      return { ...sessionEnded, gone: true };
    }
    await backend.release(secret, lease);
    return refusal;
  }

  return {
    /** POST /oauth/token with JSON: exchanges a code for tokens and a backend session. */
    async exchange(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (rejectForeignRequest(request, reply)) return reply;
      const { body } = request;
      if (!Value.Check(CodeBody, body)) return reply.code(400).send({ error: 'invalid_request' });
      const { code, code_verifier, redirect_uri } = body;
      const answer = await callEndpoint(
        '/oauth/token',
        { grant_type: 'authorization_code', code, code_verifier, redirect_uri },
        request,
      );
      if (answer.status !== 200) return send(reply, toErrorResult(answer));
      const { refreshToken, tokens } = splitTokenResponse(answer.body);
      const sid = tokens.id_token === undefined ? undefined : decodeJwt(tokens.id_token)['sid'];
      const session = typeof sid === 'string' ? await findSession(sid) : null;
      // The user signed out between the code and its exchange.
      if (!session) return send(reply, { status: 400, error: 'invalid_grant' });
      const before = backend.cookie.read(request);
      if (before !== null) await backend.end(before);
      const opened = await backend.open(session, { refreshToken, scopes: '', answer: tokens });
      backend.cookie.write(reply, opened.secret, opened.expires);
      return send(reply, { tokens });
    },

    /** POST /oauth/refresh: returns new tokens, for fewer scopes on request. Concurrent calls share one exchange. */
    async refresh(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (rejectForeignRequest(request, reply)) return reply;
      const { body } = request;
      if (!Value.Check(RefreshBody, body))
        return reply.code(400).send({ error: 'invalid_request' });
      const secret = backend.cookie.read(request);
      if (secret === null) return send(reply, sessionEnded);
      const scopes = (body.scopes ?? '').split(' ').filter(Boolean).toSorted().join(' ');
      const key = `${secret} ${scopes}`;
      const shared = inFlight.getOrInsertComputed(key, () =>
        exchangeOnce(secret, scopes, request).finally(() => inFlight.delete(key)),
      );
      return send(reply, await shared);
    },

    /** POST /oauth/revoke with JSON: ends the backend session of a page that logs out without navigating away. */
    async revoke(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (rejectForeignRequest(request, reply)) return reply;
      const secret = backend.cookie.read(request);
      const backendSession = secret === null ? null : await backend.read(secret);
      if (secret !== null && backendSession) {
        await backend.end(secret);
        const token = backendSession.tokens.refreshToken;
        await callEndpoint('/oauth/revoke', { token, token_type_hint: 'refresh_token' }, request);
      }
      backend.cookie.clear(reply);
      return reply.send({});
    },
  };
}

/** Separates the refresh token from what the page may see. */
function splitTokenResponse(body: unknown): { refreshToken: string; tokens: TokenResponse } {
  const { refresh_token: refreshToken, ...rest } = Value.Parse(FullTokenResponse, body);
  return { refreshToken, tokens: Value.Parse(TokenResponse, Value.Clean(TokenResponse, rest)) };
}

/** Whether the content type is JSON, which a form on another site cannot send. */
export function isJson(request: FastifyRequest): boolean {
  return /^application\/json(;|$)/i.test(request.headers['content-type'] ?? '');
}
