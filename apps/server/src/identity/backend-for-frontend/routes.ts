import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { PublicTokens, type BackendSessions, type Held } from './backend-sessions.ts';
import { webClientId } from '../tokens/web-client.ts';
import { readCookie } from '../http/cookies.ts';
import type { FindSession } from '../tokens/sessions.ts';

/** The specification's JSON calls (section 7), which carry a cookie and answer no refresh token. */
const CodeBody = Type.Object({
  code: Type.String({ maxLength: 512 }),
  code_verifier: Type.String({ maxLength: 128 }),
  redirect_uri: Type.String({ maxLength: 2048 }),
  client_id: Type.Literal(webClientId),
});
const RefreshBody = Type.Object({ scopes: Type.Optional(Type.String({ maxLength: 1024 })) });
const RefusalBody = Type.Object({ error: Type.String() });
const AllTokens = Type.Intersect([PublicTokens, Type.Object({ refresh_token: Type.String() })]);

/** How long a call waits for another process that is exchanging for the same session. */
const patienceMs = 10_000;
const pollMs = 50;

export interface BackendTokensOptions {
  appOrigin: string;
  identityOrigin: string;
  backend: BackendSessions;
  findSession: FindSession;
}

type Outcome = { tokens: PublicTokens } | { status: number; error: string; gone?: boolean };

/**
 * The token-mediating backend: the access token reaches the page, the refresh token stays here. A request must come
 * from a page of the application: its Origin exactly, and a body that no form can send.
 */
export function createBackendTokens(app: FastifyInstance, options: BackendTokensOptions) {
  const { appOrigin, backend, findSession } = options;
  const secure = options.identityOrigin.startsWith('https:');
  /** Exchanges under way in this process, by cookie and scopes. */
  const running = new Map<string, Promise<Outcome>>();

  /** The same endpoint as any public client's, with its checks, its limits and its log. */
  async function ask(path: string, fields: Record<string, string>, request: FastifyRequest) {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: appOrigin },
      payload: new URLSearchParams({ client_id: webClientId, ...fields }).toString(),
      remoteAddress: request.ip,
    });
    const body: unknown = answer.body === '' ? null : answer.json();
    return { status: answer.statusCode, body };
  }

  function refusalIn(answer: { status: number; body: unknown }): Outcome {
    const { status, body } = answer;
    return { status, error: Value.Check(RefusalBody, body) ? body.error : 'server_error' };
  }

  function setCookie(reply: FastifyReply, secret: string, expires: Date | null): void {
    const end = expires ? `; Expires=${expires.toUTCString()}` : '';
    const flags = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
    reply.header('set-cookie', `${backend.cookieName}=${secret}; ${flags}${end}`);
  }

  /** True when the request was answered here already: it is not from a page of the application. */
  function refused(request: FastifyRequest, reply: FastifyReply): boolean {
    reply.header('cache-control', 'no-store');
    if (request.headers.origin !== appOrigin) {
      void reply.code(403).send({ error: 'invalid_request', error_description: 'foreign origin' });
      return true;
    }
    if (isJson(request)) return false;
    void reply.code(415).send({ error: 'invalid_request', error_description: 'not JSON' });
    return true;
  }

  function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
    if ('tokens' in outcome) return reply.send(outcome.tokens);
    if (outcome.gone) setCookie(reply, '', new Date(0));
    return reply.code(outcome.status).send({ error: outcome.error });
  }

  async function exchangeOnce(
    secret: string,
    scopes: string,
    request: FastifyRequest,
  ): Promise<Outcome> {
    const before = await backend.read(secret);
    if (!before) return { status: 401, error: 'login_required', gone: true };
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const claimed = await backend.claim(secret);
      const present = claimed ?? (await backend.read(secret));
      if (!present) return { status: 401, error: 'login_required', gone: true };
      // Another process has exchanged meanwhile, for the same scopes: its answer is as new as ours would be.
      if (present.generation > before.generation && present.kept.scopes === scopes) {
        if (claimed) await backend.release(secret, claimed.generation);
        return { tokens: present.kept.answer };
      }
      if (claimed) return withClaim(secret, scopes, claimed, request);
      if (Date.now() > deadline) return { status: 503, error: 'temporarily_unavailable' };
      await new Promise((done) => setTimeout(done, pollMs));
    }
  }

  async function withClaim(
    secret: string,
    scopes: string,
    { kept, generation }: Held,
    request: FastifyRequest,
  ): Promise<Outcome> {
    const answer = await ask(
      '/oauth/token',
      {
        grant_type: 'refresh_token',
        refresh_token: kept.refreshToken,
        ...(scopes !== '' && { scope: scopes }),
      },
      request,
    );
    if (answer.status === 200) {
      const { refresh_token: refreshToken, ...rest } = Value.Parse(AllTokens, answer.body);
      const tokens = Value.Clean(PublicTokens, rest);
      const parsed = Value.Parse(PublicTokens, tokens);
      await backend.settle(secret, generation, { refreshToken, scopes, answer: parsed });
      return { tokens: parsed };
    }
    const refusal = refusalIn(answer);
    if ('error' in refusal && refusal.error === 'invalid_grant') {
      await backend.end(secret);
      return { status: 401, error: 'login_required', gone: true };
    }
    await backend.release(secret, generation);
    return refusal;
  }

  return {
    /** POST /oauth/token with JSON: the code for tokens and a backend session. */
    async exchange(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (refused(request, reply)) return reply;
      const { body } = request;
      if (!Value.Check(CodeBody, body)) return reply.code(400).send({ error: 'invalid_request' });
      const { code, code_verifier, redirect_uri } = body;
      const answer = await ask(
        '/oauth/token',
        { grant_type: 'authorization_code', code, code_verifier, redirect_uri },
        request,
      );
      if (answer.status !== 200) return send(reply, refusalIn(answer));
      const { refresh_token: refreshToken, ...rest } = Value.Parse(AllTokens, answer.body);
      const tokens = Value.Parse(PublicTokens, Value.Clean(PublicTokens, rest));
      const sid = tokens.id_token === undefined ? undefined : decodeJwt(tokens.id_token)['sid'];
      const session = typeof sid === 'string' ? await findSession(sid) : null;
      // Signed out between the code and its exchange.
      if (!session) return send(reply, { status: 400, error: 'invalid_grant' });
      const before = readCookie(request.headers, backend.cookieName);
      if (before !== null) await backend.end(before);
      const opened = await backend.open(session, { refreshToken, scopes: '', answer: tokens });
      setCookie(reply, opened.secret, opened.expires);
      return send(reply, { tokens });
    },

    /** POST /oauth/refresh: new tokens, for fewer scopes if asked; calls made at once share one exchange. */
    async refresh(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (refused(request, reply)) return reply;
      const { body } = request;
      if (!Value.Check(RefreshBody, body))
        return reply.code(400).send({ error: 'invalid_request' });
      const secret = readCookie(request.headers, backend.cookieName);
      if (secret === null) return send(reply, { status: 401, error: 'login_required' });
      const scopes = (body.scopes ?? '').split(' ').filter(Boolean).toSorted().join(' ');
      const key = `${secret} ${scopes}`;
      const shared =
        running.get(key) ??
        exchangeOnce(secret, scopes, request).finally(() => running.delete(key));
      running.set(key, shared);
      return send(reply, await shared);
    },

    /** POST /oauth/revoke with JSON: ends the backend session, for a page that logs out without leaving. */
    async revoke(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (refused(request, reply)) return reply;
      const secret = readCookie(request.headers, backend.cookieName);
      const held = secret === null ? null : await backend.read(secret);
      if (secret !== null && held) {
        await backend.end(secret);
        const token = held.kept.refreshToken;
        await ask('/oauth/revoke', { token, token_type_hint: 'refresh_token' }, request);
      }
      setCookie(reply, '', new Date(0));
      return reply.send({});
    },
  };
}

/** Whether the body is JSON by its content type; a form of another page can send none. */
export function isJson(request: FastifyRequest): boolean {
  return /^application\/json(;|$)/i.test(request.headers['content-type'] ?? '');
}
