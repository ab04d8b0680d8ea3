import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';

/** A key and its certificate in PEM format. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** A web server on its own port of the loopback interface. */
export interface Site {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Origin of a site. Browsers treat each name below `.localhost` as a separate site. */
export interface ListenOptions {
  readonly host?: string;
  /** Enables https. */
  readonly certificate?: Certificate | undefined;
}

/** Starts a server that passes requests to `handler` as web-standard Request objects. */
export function startSite(
  handler: (request: Request) => Promise<Response>,
  options: ListenOptions = {},
): Promise<Site> {
  return listen((request, response) => {
    const scheme = options.certificate ? 'https' : 'http';
    respond(request, response, `${scheme}://${request.headers.host}`, handler).catch(
      (failure: unknown) => {
        response.writeHead(500).end(String(failure));
      },
    );
  }, options);
}

/** Starts a server with a Node request listener. */
export async function listen(
  listener: RequestListener,
  options: ListenOptions = {},
): Promise<Site> {
  const { host = 'localhost', certificate } = options;
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return {
    origin: `${certificate ? 'https' : 'http'}://${host}:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  origin: string,
  handler: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const { method = 'GET' } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  const webResponse = await handler(
    new Request(new URL(request.url ?? '/', origin), { method, headers, body }),
  );
  response.statusCode = webResponse.status;
  for (const [name, value] of webResponse.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value);
  }
  response.setHeader('set-cookie', webResponse.headers.getSetCookie());
  response.end(Buffer.from(await webResponse.arrayBuffer()));
}

/** Returns the headers that allow pages of another origin to read a response, with credentials. */
export function crossOriginHeaders(request: { headers: Headers }): Record<string, string> {
  const origin = request.headers.get('origin');
  if (origin === null) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': 'authorization, content-type, dpop, x-session-id',
    'access-control-expose-headers': 'date',
    vary: 'origin',
  };
}
