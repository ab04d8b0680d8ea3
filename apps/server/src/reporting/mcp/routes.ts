import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../../platform/http/api-error.ts';
import { disconnectSignal, type Http } from '../../platform/http/http.ts';
import { negotiateLanguage, Problem } from '../../platform/http/problem.ts';
import { assistantPath, reportScope } from '../../platform/http/scopes.ts';
import type { Log } from '../../platform/log.ts';
import type { ReportAuthenticator } from '../access/authenticate-tool.ts';
import type { QueryDependencies } from '../query/query-reports.ts';
import { withReads, type ReadDependencies } from '../query/report-reads.ts';
import type { ToolCalls } from './report-server.ts';

export interface McpDependencies extends Omit<QueryDependencies, 'database'>, ReadDependencies {
  admission: Pick<ReportAuthenticator, 'tool' | 'assistant'>;
  appOrigin: string;
  /** Issuer of assistants' access tokens; null if an outside provider signs users in, which issues none. */
  assistantIssuer?: string | null;
  log: Pick<Log, 'error' | 'warn'>;
}

const metadataPath = `/.well-known/oauth-protected-resource${assistantPath}`;

/**
 * Registers the reports as tools for assistants. Each request is complete in itself: it is authenticated by the secret
 * of a report access or the token of a connected assistant and needs no session, so any process can answer it. Clients
 * of the protocol's 2025 revisions are served, too.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export function mcpRoutes(http: Http, dependencies: McpDependencies): void {
  const { appOrigin, assistantIssuer = null, admission, log } = dependencies;
  const callsByRequest = new WeakMap<Request, ToolCalls>();
  let handler: Promise<McpHttpHandler> | undefined;
  /** Loads the protocol at the first call. It takes a tenth of the start of a process, and most processes never serve it. */
  const loadHandler = async () => {
    const { createReportHandler } = await import('./report-server.ts');
    return createReportHandler(
      (request) => callsByRequest.get(request),
      (error) =>
        log.warn({ event: 'reporting.mcp_rejected', err: error }, 'MCP request was rejected'),
    );
  };

  void http.app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.schema = { hide: true };
    });
    scope.decorateRequest('assistantTenantId', '');
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // A page of another origin must not use what its visitor's network can reach.
      const { origin } = request.headers;
      if (origin !== undefined && origin !== appOrigin) throw foreignOriginProblem();
      request.assistantTenantId = await authenticate(request, reply);
    });

    scope.post(assistantPath, async (request, reply) => {
      // The protocol has no batches since 2025-06-18, and one would be many calls for the price of one.
      if (Array.isArray(request.body)) throw batchRefusedProblem();
      const webRequest = new Request(`${appOrigin}${assistantPath}`, {
        method: 'POST',
        headers: headersOf(request),
        signal: disconnectSignal(reply),
      });
      callsByRequest.set(webRequest, toolCalls(request, reply, webRequest.signal));
      const answer = await (
        await (handler ??= loadHandler())
      ).fetch(webRequest, { parsedBody: request.body });
      for (const [name, value] of answer.headers) {
        if (name !== 'cache-control') reply.header(name, value);
      }
      return reply.code(answer.status).send(await answer.text());
    });

    scope.route({
      method: ['GET', 'DELETE'],
      url: assistantPath,
      handler: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw postOnlyProblem();
      },
    });
  });

  if (assistantIssuer !== null) {
    // RFC 9728: where a client gets an access token for this resource.
    http.app.get(metadataPath, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send({
        resource: `${appOrigin}${assistantPath}`,
        resource_name: 'Seller Connect',
        authorization_servers: [assistantIssuer],
        scopes_supported: [reportScope],
        bearer_methods_supported: ['header'],
      }),
    );
  }

  /** Returns the team of the report access. A client learns from the challenge where to get a token. */
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { authorization } = request.headers;
    try {
      const session =
        (await admission.tool(authorization, request.ip)) ??
        (await admission.assistant(authorization, request.ip));
      if (session) return session.tenantId;
      throw accessNeededProblem();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        const challenge = [
          'Bearer realm="Seller Connect"',
          ...(authorization === undefined ? [] : ['error="invalid_token"']),
          ...(assistantIssuer === null
            ? []
            : [`resource_metadata="${appOrigin}${metadataPath}"`, `scope="${reportScope}"`]),
        ];
        reply.header('www-authenticate', challenge.join(', '));
      }
      throw error;
    }
  }

  function toolCalls(request: FastifyRequest, reply: FastifyReply, gone: AbortSignal): ToolCalls {
    const { assistantTenantId: tenantId } = request;
    const requestLanguage = negotiateLanguage(request.headers['accept-language']);
    return {
      context: (language = requestLanguage) => ({
        ...withReads(dependencies, { reply, session: null, gone }),
        tenantId,
        language,
        appOrigin,
      }),
      explainError(error, language) {
        const failure = error instanceof Error ? error : new Error(String(error));
        const {
          statusCode,
          error: code,
          message,
          details,
        } = toApiError(failure, request, language);
        if (statusCode >= 500 && !(error instanceof Problem)) {
          log.error(
            { event: 'reporting.mcp_tool_failed', err: error, requestId: request.id },
            'Tool call failed with an unexpected error',
          );
        }
        return { error: code, message, requestId: request.id, ...(details && { details }) };
      },
    };
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The team whose report access authenticated an assistant's request. */
    assistantTenantId: string;
  }
}

function headersOf({ headers }: FastifyRequest): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) copied.set(name, [value].flat().join(', '));
  }
  return copied;
}

const accessNeededProblem = () =>
  new Problem(401, 'report_access_needed', {
    vi: 'Hãy gửi mã bí mật của một truy cập báo cáo làm bearer token (Cài đặt › Công cụ báo cáo).',
    en: 'Send the secret of a report access as a bearer token (Settings › Reporting tools).',
  });

const foreignOriginProblem = () =>
  new Problem(403, 'origin_refused', {
    vi: 'Không nhận yêu cầu từ trang web khác.',
    en: 'Requests from pages of other origins are refused.',
  });

const batchRefusedProblem = () =>
  new Problem(400, 'batch_refused', {
    vi: 'Hãy gửi từng yêu cầu một: giao thức không còn nhận yêu cầu gộp.',
    en: 'Send one request at a time: the protocol no longer has batches.',
  });

const postOnlyProblem = () =>
  new Problem(405, 'method_not_allowed', {
    vi: 'Địa chỉ này chỉ nhận POST.',
    en: 'This address accepts POST only.',
  });
