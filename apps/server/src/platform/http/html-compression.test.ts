import { brotliDecompressSync, gunzipSync } from 'node:zlib';
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

const all = { 'accept-encoding': 'gzip, deflate, br' };

it.each([
  ['br', all, brotliDecompressSync],
  ['gzip', { 'accept-encoding': 'gzip, deflate' }, gunzipSync],
])(
  'compresses a page as %s for clients that accept it, losslessly',
  async (name, headers, read) => {
    const answer = await application().inject({ url: '/page', headers });
    expect(answer.headers['content-encoding']).toBe(name);
    expect(answer.headers['vary']).toBe('Accept-Encoding');
    expect(answer.rawPayload.length).toBeLessThan(page.length / 10);
    expect(read(answer.rawPayload).toString()).toBe(page);
  },
);

it.each([
  ['/page', {}],
  ['/short', all],
  ['/api', all],
])('leaves %s uncompressed with %j', async (url, headers) => {
  const answer = await application().inject({ url, headers });
  expect(answer.headers['content-encoding']).toBeUndefined();
});
