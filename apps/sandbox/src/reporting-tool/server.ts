/** A reporting tool that sends sellers to the application by refer links, and receives them back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderToolPage, type ToolPageState } from './page.ts';

/** The tool's credentials in the application's demo mode. */
export const reportingTool = {
  id: 'so-ban-hang',
  secret: 'demo-reporting-tool-secret-2026-0001',
} as const;

const timeoutMs = 10_000;

/** Requests a refer link from the application. The secret stays on the server. */
async function requestReferLink(application: string): Promise<string> {
  const { id, secret } = reportingTool;
  const answer = await fetch(`${application}/referral`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const url: unknown = Reflect.get(Object(await answer.json()), 'url');
  if (typeof url !== 'string') throw new Error('no link');
  return url;
}

function show(
  pageState: ToolPageState,
  request: FastifyRequest,
  reply: FastifyReply,
  application: string,
) {
  return reply
    .code(pageState.page === 'failed' ? 502 : 200)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${application}`,
    )
    .send(renderToolPage(pageState, request.headers['accept-language']));
}

/** Registers the tool's pages. `application` is the origin to which sellers are sent. */
export function registerReportingTool(server: FastifyInstance, application: string): void {
  server.get('/reporting-tool', (request, reply) =>
    show({ page: 'home' }, request, reply, application),
  );
  server.get('/reporting-tool/return', (request, reply) =>
    show({ page: 'back' }, request, reply, application),
  );
  // The form has only a button, so any body is ignored.
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume();
    payload.on('end', () => done(null, {}));
  });
  server.post('/reporting-tool/connect', async (request, reply) => {
    try {
      return await reply.redirect(await requestReferLink(application), 303);
    } catch (error) {
      const status = error instanceof Error ? error.message : 'unknown';
      return show({ page: 'failed', status }, request, reply, application);
    }
  });
}
