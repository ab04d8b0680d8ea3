import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportingTool, registerReportingTool } from './server.ts';

let application: FastifyInstance;
let tool: FastifyInstance;
let authorizations: string[];
let answer: { readonly status: number; readonly body: unknown };

beforeEach(async () => {
  authorizations = [];
  answer = { status: 200, body: { url: 'http://localhost:3000/?refer=r1.a.b.c' } };
  application = fastify({ forceCloseConnections: true });
  application.post('/referral', (request, reply) => {
    authorizations.push(request.headers.authorization ?? '');
    return reply.code(answer.status).send(answer.body);
  });
  const origin = await application.listen({ host: '127.0.0.1', port: 0 });
  tool = fastify();
  registerReportingTool(tool, origin);
});
afterEach(async () => {
  await Promise.all([application.close(), tool.close()]);
});

const connect = () =>
  tool.inject({
    method: 'POST',
    url: '/reporting-tool/connect',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });

describe('the sandbox’s reporting tool', () => {
  it('requests a refer link with its id and secret, and redirects the seller to it', async () => {
    const sent = await connect();
    expect(sent.statusCode).toBe(303);
    expect(sent.headers.location).toBe('http://localhost:3000/?refer=r1.a.b.c');
    const { id, secret } = reportingTool;
    expect(authorizations).toEqual([`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`]);
  });

  it.each([
    [401, {}, 'HTTP 401'],
    [200, {}, 'no link'],
  ])('reports that the application responded %i %j', async (status, body, message) => {
    answer = { status, body };
    const sent = await connect();
    expect(sent.statusCode).toBe(502);
    expect(sent.body).toContain(message);
    expect(sent.body).not.toContain(reportingTool.secret);
  });

  it('has a start page and a return page in the language of the browser', async () => {
    const home = await tool.inject({
      url: '/reporting-tool',
      headers: { 'accept-language': 'en' },
    });
    expect(home.body).toContain('Connect shops');
    const back = await tool.inject({ url: '/reporting-tool/return' });
    expect(back.body).toContain('Bạn đã quay lại');
  });
});
