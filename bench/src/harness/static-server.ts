import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * Serves a built page with compression, identically for every candidate.
 * @param page file for every path without an extension
 */
export async function serveFolder(
  folder: string,
  page: string,
): Promise<{ origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const name = extname(path) === '' ? page : normalize(path);
    readFile(join(folder, name)).then(
      (content) => {
        const type = types[extname(name)] ?? 'application/octet-stream';
        response.setHeader('content-type', type);
        if (type.startsWith('font/')) return response.end(content);
        response.setHeader('content-encoding', 'gzip');
        response.end(gzipSync(content, { level: 9 }));
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}
