import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { toApiError } from '../../platform/http/api-error.ts';
import { disconnectSignal, type Http } from '../../platform/http/http.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { ReportAuthenticator } from '../access/authenticate-tool.ts';
import { dataSets, type DataSet } from '../query/data-sets.ts';
import type { QueryDependencies } from '../query/query-reports.ts';
import { withReads, type ReadDependencies } from '../query/report-reads.ts';
import { countEntities, readEntityPage, maxPageSize } from './entity-page.ts';
import { metadataDocument, serviceDocument } from './metadata.ts';
import { contextFragment, parseOptions } from './query-options.ts';
import {
  notAcceptableProblem,
  readOnlyProblem,
  unknownEntitySetProblem,
  unsupportedProblem,
} from './problems.ts';
import { acceptsType, negotiateFormat, jsonContentType } from './format.ts';

export interface ODataDependencies extends Omit<QueryDependencies, 'database'>, ReadDependencies {
  admission: Pick<ReportAuthenticator, 'tool'>;
  appOrigin: string;
}

/** Root path of the feed. */
export const odataPath = '/odata/v1';

const compress = promisify(gzip);
const minCompressBytes = 1400;

/**
 * Registers the data sets as a read-only OData 4.0 feed, for Excel and Power BI. Clients authenticate with HTTP Basic
 * by the login and secret of a report access, or with the secret as a bearer token.
 */
export function odataRoutes(http: Http, dependencies: ODataDependencies): void {
  const root = `${dependencies.appOrigin}${odataPath}`;
  const bounded = (reply: FastifyReply): QueryDependencies =>
    withReads(dependencies, { reply, session: null, gone: disconnectSignal(reply) });

  void http.app.register(async (feed) => {
    feed.setErrorHandler((error: FastifyError | Problem, request, reply) => {
      const { statusCode, error: code, message, details } = toApiError(error, request);
      if (statusCode >= 500 && !(error instanceof Problem)) {
        request.log.error(
          { event: 'reporting.odata_failed', err: error, requestId: request.id },
          'OData request failed with an unexpected error',
        );
      }
      if (statusCode === 401)
        reply.header('www-authenticate', 'Basic realm="Seller Connect", charset="UTF-8"');
      const retryAfter = details?.['retryAfterSeconds'];
      if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
      const target = details?.['target'] ?? details?.['field'];
      return reply
        .code(statusCode)
        .header('odata-version', '4.0')
        .type('application/json')
        .send({ error: { code, message, ...(typeof target === 'string' && { target }) } });
    });
    feed.addHook('onRoute', (route) => {
      route.schema = { hide: true };
    });
    feed.decorateRequest('reportTenantId', '');
    feed.addHook('onRequest', async (request, reply) => {
      reply.header('odata-version', '4.0');
      const session = await dependencies.admission.tool(request.headers.authorization, request.ip);
      if (!session) throw accessNeededProblem;
      request.reportTenantId = session.tenantId;
    });

    const document = async (request: FastifyRequest, reply: FastifyReply) => {
      const format = negotiateFormat(request.headers.accept, request.query);
      const text = JSON.stringify(serviceDocument(dataSets.values(), root));
      return send(request, reply, text, jsonContentType(format));
    };
    feed.get(odataPath, document);
    feed.get(`${odataPath}/`, document);

    feed.get(`${odataPath}/$metadata`, async (request, reply) => {
      return send(request, reply, metadataDocument(dataSets.values()), 'application/xml');
    });

    feed.get<{ Params: { set: string }; Querystring: Record<string, unknown> }>(
      `${odataPath}/:set`,
      async (request, reply) => {
        const { reportTenantId: tenantId } = request;
        const dataSet = findEntitySet(request.params.set);
        const options = parseOptions(request.query, dataSet);
        const format = negotiateFormat(request.headers.accept, request.query);
        const pageSize = preferredPageSize(request.headers['prefer'], reply);
        const text = await readEntityPage(bounded(reply), tenantId, dataSet, options, {
          context:
            format.metadata === 'none'
              ? null
              : `${root}/$metadata#${contextFragment(dataSet, options)}`,
          pageSize,
          numbers: format.numbers,
          nextLink: (token) => buildNextLink(`${root}/${dataSet.id}`, request.query, token),
        });
        return send(request, reply, text, jsonContentType(format));
      },
    );

    feed.get<{ Params: { set: string }; Querystring: Record<string, unknown> }>(
      `${odataPath}/:set/$count`,
      async (request, reply) => {
        const { reportTenantId: tenantId } = request;
        const dataSet = findEntitySet(request.params.set);
        const options = parseOptions(request.query, dataSet);
        if (!acceptsType(request.headers.accept, 'text/plain'))
          throw notAcceptableProblem('text/plain');
        const count = await countEntities(bounded(reply), tenantId, dataSet, options);
        return send(request, reply, String(count), 'text/plain; charset=utf-8');
      },
    );

    const rejectWrite = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.url.startsWith(`${odataPath}/$batch`)) throw unsupportedProblem('$batch');
      reply.header('allow', 'GET, HEAD');
      throw readOnlyProblem(request.method);
    };
    feed.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${odataPath}/*`,
      // Rejects before the body is read, whatever its content type.
      onRequest: rejectWrite,
      handler: rejectWrite,
    });

    feed.get(`${odataPath}/*`, async (request) => {
      throw unsupportedProblem(`the path ${new URL(request.url, root).pathname.slice(0, 100)}`);
    });
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The team whose report access authenticated a request of the feed. */
    reportTenantId: string;
  }
}

const accessNeededProblem = new Problem(401, 'report_access_needed', {
  vi: 'Hãy đăng nhập bằng tên đăng nhập và mã bí mật của một truy cập báo cáo (Cài đặt › Công cụ báo cáo).',
  en: 'Sign in with the login and secret for your report access (Settings › Reporting tools).',
});

function findEntitySet(name: string): DataSet {
  const dataSet = dataSets.get(name);
  if (dataSet) return dataSet;
  if (/^\w+\(/.test(name)) throw unsupportedProblem('one entity by its key; use $filter');
  throw unknownEntitySetProblem(name, [...dataSets.keys()]);
}

/** Returns the URL of the next page: the same request with a skip token, absolute, on the configured origin. */
function buildNextLink(
  address: string,
  query: Readonly<Record<string, unknown>>,
  token: string,
): string {
  const passedOn = Object.entries(query).filter(
    ([name]) => !/^\$?(skiptoken|skip|top|count)$/.test(name),
  );
  // Percent-encoded by hand: some clients do not decode a plus sign as a space.
  const pairs = [
    ...passedOn.map(([name, value]) => [name, String(value)] as const),
    ['$skiptoken', token],
  ];
  return `${address}?${pairs.map(([name = '', value = '']) => `${encodeURIComponent(name).replace('%24', '$')}=${encodeURIComponent(value)}`).join('&')}`;
}

function preferredPageSize(prefer: string | string[] | undefined, reply: FastifyReply): number {
  const requested = /(?:odata\.)?maxpagesize=(\d+)/i.exec([prefer].flat().join(','))?.[1];
  if (requested === undefined || Number(requested) < 1) return maxPageSize;
  const pageSize = Math.min(Number(requested), maxPageSize);
  reply.header('preference-applied', `odata.maxpagesize=${pageSize}`);
  return pageSize;
}

/** Sends a body with an ETag, so that a client that has it gets 304 Not Modified. Compressed with gzip if accepted. */
async function send(request: FastifyRequest, reply: FastifyReply, text: string, type: string) {
  const entityTag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  reply
    .header('etag', entityTag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Encoding, Authorization');
  const known = request.headers['if-none-match'] ?? '';
  if (known === '*' || known.split(',').some((each) => each.trim() === entityTag))
    return reply.code(304).send();
  reply.type(type);
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
  if (!takesGzip || text.length < minCompressBytes) return reply.send(text);
  return reply.header('content-encoding', 'gzip').send(await compress(text));
}
