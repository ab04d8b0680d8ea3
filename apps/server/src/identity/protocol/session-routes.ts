import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BackendSessionStore } from '../backend-for-frontend/backend-sessions.ts';
import { browserStateCookie, sessionFramePath, parseSid } from './browser-state.ts';
import { webClientId } from '../tokens/web-client.ts';
import { createRequestLimiter } from '../../platform/http/limits/request-limiter.ts';
import type { FindSession } from '../tokens/sessions.ts';
import { inlineSource } from '../../platform/http/security-headers.ts';

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

/** Origins that may ask about a client's session, by client id. */
type OriginsByClient = Readonly<Record<string, readonly string[]>>;

// Session Management 1.0, section 3.2. Only well-formed questions from registered origins are answered. A frame
// that cannot access its own cookies answers "error", because "changed" would end logins.
const script = `(function () {
  var facts = JSON.parse(document.getElementById('facts').textContent);
  function browserState() {
    var start = facts.cookie + '=';
    var found = document.cookie.split('; ').find(function (each) { return each.startsWith(start); });
    return found ? found.slice(start.length) : '';
  }
  async function compare(client, origin, given) {
    if (document.hasStorageAccess && !(await document.hasStorageAccess())) return 'error';
    var salt = given.slice(given.indexOf('.') + 1);
    var bytes = new TextEncoder().encode([client, origin, browserState(), salt].join(' '));
    var digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    var hash = btoa(String.fromCharCode.apply(null, digest)).replace(/[+]/g, '-').replace(/[/]/g, '_').replace('=', '');
    return hash + '.' + salt === given ? 'unchanged' : 'changed';
  }
  addEventListener('message', async function (event) {
    if (typeof event.data !== 'string' || !event.source) return;
    var parts = event.data.split(' ');
    if (parts.length !== 2 || !/^[\\w-]{43}[.][\\w~-]{1,100}$/.test(parts[1])) return;
    if (!Object.hasOwn(facts.clients, parts[0]) || !facts.clients[parts[0]].includes(event.origin)) return;
    var answer = await compare(parts[0], event.origin, parts[1]).catch(function () { return 'error'; });
    event.source.postMessage(answer, event.origin);
  });
})();`;

const scriptSource = inlineSource(script);

/** Returns the session frame and the policy that lets only registered origins embed it. */
function renderSessionFrame(cookie: string, clients: OriginsByClient) {
  const origins = [...new Set(Object.values(clients).flat())];
  const facts = JSON.stringify({ cookie, clients }).replaceAll('<', String.raw`\u003c`);
  return {
    policy: `default-src 'none'; script-src ${scriptSource}; base-uri 'none'; form-action 'none'; frame-ancestors ${origins.join(' ')}`,
    page: `<!doctype html><html><head><meta charset="utf-8"><title>Seller Connect</title></head><body><script type="application/json" id="facts">${facts}</script><script>${script}</script></body></html>`,
  };
}
