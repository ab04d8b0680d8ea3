import { randomUUID } from 'node:crypto';
import {
  api,
  type ResponseBody,
  type RequestBody,
  type EndpointName,
  type PageQuery,
  type Params,
  type Query,
  type Route,
  type TeamRole,
} from '@seller-connect/contract';
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import swagger from '@fastify/swagger';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import {
  createTokenGuard,
  rejectNullCharacters,
  uploadTimeoutMs,
  enforceBodyTimeout,
  type TokenGuard,
} from './request-guards.ts';
import { catalogueBasePath } from '../config/configuration.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { toApiError } from './api-error.ts';
import type { Log } from '../log.ts';
import { compressHtml } from './html-compression.ts';
import { requirePermission } from './permissions.ts';
import { traceRequests } from '../telemetry/tracing.ts';
import { negotiateLanguage, Problem, type Language } from './problem.ts';

/** Who calls: read from the bearer token on every request, held by no process. */
export interface Session {
  tenantId: string;
  accountId: string;
  /** What the person may do in the team, as of this request. */
  role: TeamRole;
  expiresAt: Date;
  /** SHA-256 of the bearer token: names the session without being able to act as it. */
  tokenHash: Buffer;
  /** The provider's session that this one came from and ends with; null where it is not known. */
  signInId?: string | null;
  /** What the identity provider calls the person; only on calls that carry its token. */
  name?: string;
}

/** A session by the identity provider's token, with what its person may do at this moment. */
export interface IdentitySession extends Omit<Session, 'role'> {
  name: string;
  permissions: readonly string[];
}

export interface Call<Name extends EndpointName> {
  session: Session;
  params: Params<Name>;
  query: Query<Name>;
  body: RequestBody<Name>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted once nobody waits for the answer any more. */
  readonly gone: AbortSignal;
  /**
   * Looks at the session again, for answers that last.
   * @throws Problem once it has ended, belongs to another team, or may no longer make this call
   */
  checkSession(): Promise<void>;
}

export interface Http {
  app: FastifyInstance;
  /** Registers one call of the contract. A handler that took over the answer returns `undefined`. */
  handle<Name extends EndpointName>(
    name: Name,
    handler: (call: Call<Name>) => Promise<ResponseBody<Name> | undefined>,
  ): void;
}

export interface HttpOptions {
  log: Log;
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies?: string[];
  /** Whether people reach it by https, which a proxy may end: browsers then use nothing else for this host. */
  isHttps?: boolean;
  /** Null when the token is unknown, ended or expired. */
  authenticate(token: string): Promise<Session | null>;
  /** Whoever brings what a reporting tool was given; null when the header holds no such thing. */
  admitTool?(authorization: string | undefined, address: string): Promise<Session | null>;
  /** The same for an access token of the identity provider. */
  identify?(token: string): Promise<IdentitySession | null>;
}

/** Nobody's session, for calls that need none. */
const anonymousSession: Session = {
  tenantId: '',
  accountId: '',
  role: 'viewer',
  expiresAt: new Date(0),
  tokenHash: Buffer.alloc(0),
};

/** The product API: routes of the contract, and `/openapi.json` made from the same schemas. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const app = createApp(options.log, options);
  // Awaited: it documents the routes that are registered after it.
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Seller Connect', version: '1', license: { name: 'Apache-2.0' } },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          identity: {
            type: 'http',
            scheme: 'bearer',
            description: 'An access token of the identity provider',
          },
          basic: { type: 'http', scheme: 'basic' },
        },
      },
    },
  });
  // Tools name the type of a body also where they send none.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') return done(null, undefined);
    try {
      rejectNullCharacters(text);
    } catch (error) {
      return done(error instanceof Error ? error : null);
    }
    return void parseJson(request, text, done);
  });
  // A file is read by its handler, which knows how large it may be; nothing of it is taken before.
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  const tokenGuard = createTokenGuard();
  app.addHook('onRequest', async (request) => rejectNullCharacters(request.url));
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  return {
    app,
    handle: (name, handler) => {
      const route: Route = api[name];
      app.route({
        method: route.method,
        url: route.client === 'catalogue' ? `${catalogueBasePath}${route.path}` : route.path,
        schema: {
          summary: route.summary,
          operationId: name,
          ...(route.params && { params: route.params }),
          ...(route.query && { querystring: route.query }),
          ...(route.body && { body: route.body }),
          response: { [route.status]: route.response },
          ...securityOf(route),
        },
        ...(route.takesFile && { config: { bodyTimeoutMs: uploadTimeoutMs } }),
        // A call that needs nothing may come without a body; another one is told by its schema what it lacks.
        ...(route.body && {
          preValidation: async (request: FastifyRequest) => void (request.body ??= {}),
        }),
        handler: async (request: FastifyRequest, reply) => {
          const session = await authenticateCaller(route, request, options, tokenGuard);
          const answer = await handler({
            session,
            ...requestParts<typeof name>(request),
            language: negotiateLanguage(request.headers['accept-language']),
            request,
            reply,
            get gone() {
              return disconnectSignal(reply);
            },
            async checkSession() {
              const current = await authenticateCaller(route, request, options, tokenGuard);
              if (current.tenantId !== session.tenantId) requireSession(null);
            },
          });
          if (reply.sent || reply.raw.headersSent) return reply;
          return reply.code(route.status).send(route.status === 204 ? undefined : answer);
        },
      });
    },
  };
}

/** Aborted once the caller has gone before the answer was whole. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort(new Error('The caller has gone'));
  };
  raw.once('close', onClose);
  if (raw.destroyed) onClose();
  return controller.signal;
}

type RequestParts<Name extends EndpointName> = Pick<Call<Name>, 'params' | 'query' | 'body'>;

/** Fastify has parsed all three by the route's schemas before a handler runs; its types cannot say so here. */
function requestParts<Name extends EndpointName>({
  params,
  query,
  body,
}: FastifyRequest): RequestParts<Name> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { params, query, body } as RequestParts<Name>;
}

/** What OpenAPI says of a call's access. A permission stands in the place of scopes, as the document allows. */
function securityOf(route: Route) {
  if (route.access === 'session') return { security: [{ bearer: [] }] };
  if (route.access === 'tool') return { security: [{ basic: [] }] };
  if (route.access === 'report') return { security: [{ bearer: [] }, { basic: [] }] };
  if (route.access === 'identity') return { security: [{ identity: [route.permission] }] };
  return {};
}

async function authenticateCaller(
  route: Route,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  options: HttpOptions,
  tokenGuard: TokenGuard,
): Promise<Session> {
  if (route.access === 'report') {
    const toolSession = await options.admitTool?.(request.headers.authorization, request.ip);
    return toolSession ?? requireSession(await tokenGuard(request, options.authenticate));
  }
  if (route.access === 'identity') {
    const session = requireSession(
      await tokenGuard(request, options.identify ?? (async () => null)),
    );
    requirePermission(session.permissions, route.permission);
    // These calls ask for permissions; a standing in a team opens none of them.
    return { ...session, role: 'viewer' };
  }
  // A tool's secret is the business of the domain that knows the tools.
  if (route.access === 'public' || route.access === 'tool') return anonymousSession;
  const session = requireSession(await tokenGuard(request, options.authenticate));
  requireTeamRole(route.team, session.role);
  return session;
}

function requireSession<T>(session: T | null): T {
  if (session) return session;
  throw new Problem(401, 'unauthorized', {
    vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
    en: 'Your session has ended. Please sign in again.',
  });
}

/** Which part of a list is asked for: the first twenty where nothing is said. */
export function toPageRequest(query: PageQuery): { page: number; pageSize: number } {
  return { page: query.page ?? 1, pageSize: query.pageSize ?? 20 };
}

/** Who changes something, as a trail keeps it. */
export function toAuthor(session: Session): { accountId: string; name: string } {
  return { accountId: session.accountId, name: session.name ?? '' };
}

/** @throws Problem for a viewer who wants to change something, and for whoever wants to do what owners do. */
function requireTeamRole(minRole: Route['team'], role: TeamRole): void {
  if (minRole === undefined || role === 'owner' || role === minRole) return;
  throw minRole === 'owner'
    ? new Problem(403, 'owners_only', {
        vi: 'Chỉ chủ nhóm làm được việc này. Hãy nhờ một chủ nhóm thực hiện giúp bạn.',
        en: 'Only owners of the team can do this. Ask one of them to do it for you.',
      })
    : new Problem(403, 'members_only', {
        vi: 'Trong nhóm này bạn chỉ có quyền xem. Hãy nhờ chủ nhóm đổi vai trò của bạn thành thành viên.',
        en: 'You may only look in this team. Ask an owner of the team to make you a member.',
      });
}

/** A Fastify application with our errors, request ids and headers; also used for the identity listener. */
export function createApp(
  log: Log,
  options: { trustedProxies?: string[]; drainMs?: number; isHttps?: boolean } = {},
): FastifyInstance {
  // Named as the general type: the instance would otherwise be one of our own logger's.
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: uploadTimeoutMs,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // The longest parameter is the reference of a refer link, which holds a return address.
    routerOptions: { maxParamLength: 1024 },
  });
  app.setValidatorCompiler(TypeBoxValidatorCompiler);
  drainOnClose(app, options.drainMs ?? defaultDrainMs);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // An answer that is written by hand has no other listener, and an `error` without one ends the process.
    reply.raw.on('error', (error) => request.log.debug({ err: error }, 'an answer was cut off'));
  });
  enforceBodyTimeout(app);
  addSecurityHeaders(app, options.isHttps ?? false);
  traceRequests(app);
  compressHtml(app);
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const answer = toApiError(error, request);
    if (answer.statusCode >= 500)
      request.log.error({ err: error, requestId: request.id }, 'a call failed');
    if (reply.raw.headersSent) return reply.raw.destroy();
    const waitSeconds = answer.details?.['retryAfterSeconds'];
    if (typeof waitSeconds === 'number') reply.header('retry-after', waitSeconds);
    return reply.code(answer.statusCode).send(answer);
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send(
      toApiError(
        new Problem(404, 'not_found', {
          vi: 'Không tìm thấy.',
          en: 'There is nothing at this address.',
        }),
        request,
      ),
    ),
  );
  return app;
}

/** Calls under way have this long to finish once the listener closes; well within the time that a process has to end. */
const defaultDrainMs = 8000;

/** Lets calls under way finish when the listener closes, and keeps no connection open for another one. */
function drainOnClose(app: FastifyInstance, drainMs: number): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    const cutOffTimer = setTimeout(() => app.server.closeAllConnections(), drainMs);
    cutOffTimer.unref();
    app.server.once('close', () => clearTimeout(cutOffTimer));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async () => {
    // A connection becomes idle after its answer. Node closes only those that are idle when the listener closes.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}
