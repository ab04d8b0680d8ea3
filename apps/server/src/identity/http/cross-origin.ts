import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Paths that the application's script calls from its own origin. */
const allowedPaths = [
  '/oauth/token',
  '/oauth/refresh',
  '/oauth/revoke',
  '/oauth/jwks',
  '/oauth/sessions/info',
  '/session/info',
  '/userinfo',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
];
/** Every path below this prefix is allowed too; these calls carry an access token. */
const allowedPrefix = '/api/v1.0/';

/** Paths that may receive the backend session's cookie. */
const credentialedPaths = ['/oauth/token', '/oauth/refresh', '/oauth/revoke', '/session/info'];

const preflightMaxAgeSeconds = 3600;

/**
 * Lets exactly one origin read responses of the allowed paths, a few of them with cookies; there is no wildcard.
 * `Date` is exposed because the login layer estimates the offset of the machine's clock from it.
 */
export function allowOrigin(app: FastifyInstance, origin: string): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (!allowedPaths.includes(path) && !path.startsWith(allowedPrefix)) return;
    reply.header('vary', 'Origin');
    const allowed = request.headers.origin === origin;
    if (allowed) {
      reply.header('access-control-allow-origin', origin);
      if (credentialedPaths.includes(path))
        reply.header('access-control-allow-credentials', 'true');
      reply.header(
        'access-control-expose-headers',
        'Date, Retry-After, WWW-Authenticate, DPoP-Nonce',
      );
    }
    if (request.method !== 'OPTIONS') return;
    if (!allowed) return reply.code(403).send();
    return reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header(
        'access-control-allow-headers',
        'authorization, content-type, accept-language, dpop, x-session-id',
      )
      .header('access-control-max-age', preflightMaxAgeSeconds)
      .send();
  });
  // The hook runs only where a route of the method exists.
  for (const path of [`${allowedPrefix}*`, '/session/info'])
    app.options(path, (_request, reply) => reply.callNotFound());
}

/**
 * Whether a state-changing request came from a page of our own origin. For a plain form post on pages without
 * referrer, browsers send `Origin: null`; `Sec-Fetch-Site` decides then. A page of another origin can set neither
 * header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined || origin === 'null') return fetchSite === 'same-origin';
  return origin === ownOrigin;
}
