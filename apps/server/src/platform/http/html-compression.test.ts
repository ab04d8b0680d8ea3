import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { compressHtml } from './html-compression.ts';

const page = `<!doctype html><p>${'Báo cáo '.repeat(500)}</p>`;

function application() {
  const app = Fastify();
  compressHtml(app);
  app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get('/short', (_request, reply) => reply.type('text/html').send('<p>ngắn</p>'));
  app.get('/api', () => ({ text: page }));
  return app;
}

const gzip = { 'accept-encoding': 'gzip, deflate, br' };

it('compresses a page for clients that accept it, losslessly', async () => {
  const answer = await application().inject({ url: '/page', headers: gzip });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.headers['vary']).toBe('Accept-Encoding');
  expect(answer.rawPayload.length).toBeLessThan(page.length / 10);
  expect(gunzipSync(answer.rawPayload).toString()).toBe(page);
});

it.each([
  ['/page', {}],
  ['/short', gzip],
  ['/api', gzip],
])('leaves %s uncompressed with %j', async (url, headers) => {
  const answer = await application().inject({ url, headers });
  expect(answer.headers['content-encoding']).toBeUndefined();
});
