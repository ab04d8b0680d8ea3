import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BackendSessionStore } from '../backend-for-frontend/backend-sessions.ts';
import { browserStateCookie, sessionFramePath, parseSid } from './browser-state.ts';
import { webClientId } from '../tokens/web-client.ts';
import { createRequestLimiter } from '../../platform/http/request-limiter.ts';
import { renderSessionFrame } from './session-frame.ts';
import type { FindSession } from '../tokens/sessions.ts';

/** A page asks every ten seconds, so this allows 100 pages behind one address. */
const maxChecksPerMinute = 600;

interface SessionRoutesOptions {
  appOrigin: string;
  identityOrigin: string;
  findSession: FindSession;
  backend: BackendSessionStore;
}

/**
 * Registers the routes that tell pages whether the session is still active. They do not count as use of the
 * session.
 */
export async function sessionRoutes(
  app: FastifyInstance,
  options: SessionRoutesOptions,
): Promise<void> {
  const { appOrigin, identityOrigin } = options;
  const frame = renderSessionFrame(browserStateCookie(identityOrigin), {
    [webClientId]: [appOrigin],
  });
  const limiter = createRequestLimiter(maxChecksPerMinute);

  app.get(sessionFramePath, (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', frame.policy)
      .send(frame.page),
  );

  async function bySessionId(request: FastifyRequest): Promise<boolean> {
    const id = request.headers['x-session-id'];
    const sid = typeof id === 'string' ? parseSid(id) : null;
    return sid !== null && (await options.findSession(sid)) !== null;
  }

  async function byCookie(request: FastifyRequest): Promise<boolean> {
    const secret = options.backend.cookie.read(request);
    return secret !== null && options.backend.isAuthenticated(secret);
  }

  for (const [path, isAuthenticated] of [
    ['/oauth/sessions/info', bySessionId],
    ['/session/info', byCookie],
  ] as const) {
    app.get(path, async (request) => {
      limiter.admit(request.ip);
      return { is_authenticated: await isAuthenticated(request) };
    });
  }
}
