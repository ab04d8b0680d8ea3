import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  api,
  clientOf,
  type Api,
  type ResponseBody,
  type EndpointName,
  type PageQuery,
  type Route,
  type TeamRole,
} from '@seller-connect/contract';
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
  uploadTimeoutMs,
  enforceBodyTimeout,
  escapeUndecodablePath,
  rejectUnstorableText,
  requirePermission,
  type TokenGuard,
} from './request-guards.ts';
import { documentApi, registerCall, type ContractCall } from './contract-calls.ts';
import { catalogueBasePath } from '../config/configuration.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { ClientGone } from './files/file-transfer.ts';
import { toApiError } from './api-error.ts';
import type { Log } from '../log.ts';
import { compressHtml } from './html-compression.ts';
import { compileSchemasOnUse } from './schema-compilers.ts';
import { traceRequests } from '../telemetry/tracing.ts';
import { Problem } from './problem.ts';

/** The caller, read from the bearer token on every request. No process stores it. */
export interface Session {
  tenantId: string;
  accountId: string;
  /** The user's role in the team, as of this request. */
  role: TeamRole;
  expiresAt: Date;
  /** SHA-256 of the bearer token. Identifies the session and cannot be used in its place. */
  tokenHash: Buffer;
  /** The identity provider's session that this one was created from and ends with; null if unknown. */
  signInId?: string | null;
  /** Position of the session's last change in the primary's write-ahead log; standbys behind it are not read. */
  writtenLsn?: string | null;
  /** The user's name at the identity provider. Set only on calls that carry its token. */
  name?: string;
}

/** A session by a token of the identity provider, with the user's current permissions. */
export interface IdentitySession extends Omit<Session, 'role'> {
  name: string;
  permissions: readonly string[];
}

export interface Call<Name extends EndpointName> extends ContractCall<Api[Name], Session> {
  /** Aborted when the client disconnects before the response is complete. */
  readonly gone: AbortSignal;
  /**
   * Checks the session again, for long-lived responses.
   * @throws Problem if it has ended, belongs to another team, or may no longer make this call
   */
  checkSession(): Promise<void>;
}

export interface Http {
  app: FastifyInstance;
  /** Registers one call of the contract. A handler that sends the response itself returns `undefined`. */
  handle<Name extends EndpointName>(
    name: Name,
    handler: (call: Call<Name>) => Promise<ResponseBody<Name> | undefined>,
  ): void;
}

interface HttpOptions {
  log: Log;
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies?: string[];
  /** Whether browsers use https, which a proxy may terminate. Enables Strict-Transport-Security. */
  isHttps?: boolean;
  /** Returns the URL by which a request is routed. */
  rewriteUrl?(url: string): string;
  /** Returns null if the token is unknown, ended or expired. */
  authenticate(token: string): Promise<Session | null>;
  /** Called after each call of a session that may have changed something, before it is answered. */
  onChanged?(session: Session): Promise<void>;
  /** Authenticates a reporting tool by its report access. Returns null if the header contains none. */
  admitTool?(authorization: string | undefined, address: string): Promise<Session | null>;
  /** Authenticates an access token of the identity provider. */
  identify?(token: string): Promise<IdentitySession | null>;
}

/** Session of calls that need no authentication. */
const anonymousSession: Session = {
  tenantId: '',
  accountId: '',
  role: 'viewer',
  expiresAt: new Date(0),
  tokenHash: Buffer.alloc(0),
};

/** Creates the product API: the routes of the contract, and `/openapi.json` generated from the same schemas. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const app = createApp(options.log, options);
  await documentApi(app, 'Seller Connect', {
    bearer: { type: 'http', scheme: 'bearer' },
    identity: {
      type: 'http',
      scheme: 'bearer',
      description: 'Access token from the identity provider',
    },
    basic: { type: 'http', scheme: 'basic' },
  });
  // The handler reads the file, because only it knows the size limit.
  app.addContentTypeParser('application/octet-stream', (_request, _body, done) => done(null));
  const tokenGuard = createTokenGuard();
  return {
    app,
    handle: (name, handler) => {
      const shape: Api[typeof name] = api[name];
      const route: Route = shape;
      registerCall(app, name, shape, {
        basePath: clientOf(name) === 'catalogue' ? catalogueBasePath : '',
        schema: securityOf(route),
        authenticate: (request) => authenticateCaller(route, request, options, tokenGuard),
        async handler(call) {
          const answer = await handler({
            ...call,
            get gone() {
              return disconnectSignal(call.reply);
            },
            async checkSession() {
              const current = await authenticateCaller(route, call.request, options, tokenGuard);
              if (current.tenantId !== call.session.tenantId) requireSession(null);
            },
          });
          if (route.access === 'session' && route.method !== 'GET') {
            await options.onChanged?.(call.session);
          }
          return answer;
        },
      });
    },
  };
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = () => {
    if (!raw.writableFinished) controller.abort(new ClientGone());
  };
  raw.once('close', onClose);
  if (raw.destroyed) onClose();
  return controller.signal;
}

/** Returns the security requirement of a call for OpenAPI. It lists a permission in place of a scope. */
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
    // These calls require permissions; a team role opens none of them.
    return { ...session, role: 'viewer' };
  }
  // The domain of referrals verifies a tool's secret itself.
  if (route.access === 'public' || route.access === 'tool') return anonymousSession;
  const session = requireSession(await tokenGuard(request, options.authenticate));
  requireTeamRole(route.minimumRole, session.role);
  return session;
}

function requireSession<T>(session: T | null): T {
  if (session) return session;
  throw new Problem(401, 'unauthorized', {
    vi: 'Phiên đăng nhập đã hết hạn. Vui lòng đăng nhập lại.',
    en: 'Your session has expired. Sign in again.',
  });
}

/** Returns the requested page; the first twenty entries by default. */
export function toPageRequest(query: PageQuery): { page: number; pageSize: number } {
  return { page: query.page ?? 1, pageSize: query.pageSize ?? 20 };
}

/** Returns the author of a change, for its history. */
export function toAuthor(session: Session): { accountId: string; name: string } {
  return { accountId: session.accountId, name: session.name ?? '' };
}

/** @throws Problem 403 if the role may not make changes, or is not owner where the call requires it */
function requireTeamRole(minimumRole: Route['minimumRole'], role: TeamRole): void {
  if (minimumRole === undefined || role === 'owner' || role === minimumRole) return;
  throw minimumRole === 'owner'
    ? new Problem(403, 'owners_only', {
        vi: 'Chỉ chủ nhóm làm được việc này. Hãy nhờ một chủ nhóm thực hiện giúp bạn.',
        en: 'Only team owners can do this. Ask an owner to do it for you.',
      })
    : new Problem(403, 'members_only', {
        vi: 'Trong nhóm này bạn chỉ có quyền xem. Hãy nhờ chủ nhóm đổi vai trò của bạn thành thành viên.',
        en: 'You have view-only access to this team. Ask a team owner to make you a member.',
      });
}

/** Creates a Fastify application with our errors, request ids and headers. The identity listener uses it, too. */
export function createApp(
  log: Log,
  options: Pick<HttpOptions, 'trustedProxies' | 'isHttps' | 'rewriteUrl'> & {
    drainMs?: number;
  } = {},
): FastifyInstance {
  // The general type; otherwise the instance would be typed by our own logger.
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    trustProxy: options.trustedProxies?.length ? options.trustedProxies : false,
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: uploadTimeoutMs,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    // The longest path parameter is the reference of a refer link, which contains a return address.
    routerOptions: { maxParamLength: 1024 },
    rewriteUrl(request) {
      const url = escapeUndecodablePath(request);
      return options.rewriteUrl?.(url) ?? url;
    },
  });
  compileSchemasOnUse(app);
  drainOnClose(app, options.drainMs ?? defaultDrainMs);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // A response written by hand has no other listener, and an `error` event without one crashes the process.
    reply.raw.on('error', (error) => logAborted(request, error));
  });
  enforceBodyTimeout(app);
  rejectUnstorableText(app);
  addSecurityHeaders(app, options.isHttps ?? false);
  traceRequests(app);
  compressHtml(app);
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof ClientGone) {
      logAborted(request, error);
      return reply.raw.destroy();
    }
    const answer = toApiError(error, request);
    if (answer.statusCode >= 500)
      request.log.error(
        { event: 'http.request_failed', err: error, requestId: request.id },
        'Request failed with an unexpected error',
      );
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
          en: 'Not found.',
        }),
        request,
      ),
    ),
  );
  return app;
}

function logAborted(request: FastifyRequest, error: Error): void {
  request.log.debug(
    { event: 'http.response_aborted', err: error },
    'Response was cut off: the client has gone',
  );
}

/** How long running calls may take to finish after the listener closes; well below the process's time to stop. */
const defaultDrainMs = 8000;

/** Lets running calls finish when the listener closes, and keeps no connection open for another call. */
function drainOnClose(app: FastifyInstance, drainMs: number): void {
  let isClosing = false;
  const { server } = app;
  const responses = new Set<ServerResponse>();
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  // Node takes a connection for idle once its response is written, while the client may still be receiving it.
  server.closeIdleConnections = () => {
    const isSending = responses.values().some((response) => response.writableEnded);
    if (!isSending) closeIdleConnections();
  };
  server.on('request', (_request, response) => {
    responses.add(response);
    response.once('close', () => {
      responses.delete(response);
      // A connection becomes idle after its response. Node closes only those that are idle when the listener closes.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const cutOffTimer = setTimeout(() => server.closeAllConnections(), drainMs);
    cutOffTimer.unref();
    server.once('close', () => clearTimeout(cutOffTimer));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
